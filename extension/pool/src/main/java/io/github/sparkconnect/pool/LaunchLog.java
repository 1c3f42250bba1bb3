package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a member that did not get ready wrote. */
final class LaunchLog {

  private static final int LOG_LINES = 40;
  private static final int LOG_BYTES = 16_384;

  private LaunchLog() {}

  /** Returns the end of what the member wrote: of its log, or before it has one its output. */
  static String tail(PoolDirectory directory, Uid uid) {
    for (Path log :
        List.of(directory.log(uid), directory.memberDirectory(uid).resolve("stdout.log"))) {
      try (var channel = Files.newByteChannel(log)) {
        channel.position(Math.max(0, channel.size() - LOG_BYTES));
        var buffer = java.nio.ByteBuffer.allocate(LOG_BYTES);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
        List<String> lines =
            new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        if (!lines.isEmpty()) {
          return String.join(
              "\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
        }
      } catch (IOException e) {
        // No such log.
      }
    }
    return "";
  }
}
