package io.github.sparkconnect.pool;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Linux's list of file locks: it knows a holder that did not introduce itself. */
final class LockTable {

  private static final Path LOCKS = Path.of("/proc/locks");

  private LockTable() {}

  /** Returns the pid of a process that has a POSIX lock on the file, if the kernel tells. */
  static Optional<Long> holder(Path file) {
    try (InputStream in = Files.newInputStream(LOCKS)) {
      String inode = ":" + Files.getAttribute(file, "unix:ino");
      // 1: POSIX  ADVISORY  WRITE 4711 08:01:131 0 EOF
      for (String line :
          new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList()) {
        List<String> words = List.of(line.trim().split("\\s+"));
        if (words.size() == 8 && words.get(1).equals("POSIX") && words.get(5).endsWith(inode)) {
          return Optional.of(Long.parseLong(words.get(4))).filter(pid -> pid > 0);
        }
      }
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
