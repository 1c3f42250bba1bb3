package io.github.sparkconnect.junit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a bounded piece of a log, however long that is. */
final class FileEnd {

  private FileEnd() {}

  /**
   * Returns what a file has from a position on, or the last of it if that is very much.
   *
   * @param from in bytes
   * @param most in bytes; a line that this cuts off at its beginning is left out
   */
  static String read(Path file, long from, int most) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      long size = channel.size();
      long start = Math.max(from, size - most);
      ByteBuffer buffer = ByteBuffer.allocate((int) Math.max(0, size - start));
      channel.position(start);
      while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
        // Read on: a channel may return less than there is.
      }
      String text = new String(buffer.array(), 0, buffer.position(), UTF_8);
      return start > from ? text.substring(text.indexOf('\n') + 1) : text;
    }
  }
}
