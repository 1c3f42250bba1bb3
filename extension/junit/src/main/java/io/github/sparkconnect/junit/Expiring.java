package io.github.sparkconnect.junit;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Files that can be made again, of which those that were not used for long are deleted.
 *
 * <p>The time of a file's last change stands for its last use.
 */
final class Expiring {

  private record Used(Path file, Instant time) {}

  private final Path directory;
  private final String glob;

  Expiring(Path directory, String glob) {
    this.directory = directory;
    this.glob = glob;
  }

  /** Marks a file as used, if that has not been done for {@code interval}. */
  static void touch(Path file, Duration interval) throws IOException {
    Instant now = Instant.now();
    if (Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(interval))) {
      Files.setLastModifiedTime(file, FileTime.from(now));
    }
  }

  /** Deletes all but the {@code most} that were used last, and all that are older than that. */
  void deleteAllBut(int most, Duration kept) throws IOException {
    List<Used> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, glob)) {
      for (Path file : files) {
        try {
          found.add(new Used(file, Files.getLastModifiedTime(file).toInstant()));
        } catch (NoSuchFileException e) {
          // Another JVM was faster.
        }
      }
    }
    found.sort(Comparator.comparing(Used::time).reversed());
    Instant oldest = Instant.now().minus(kept);
    for (int i = 0; i < found.size(); i++) {
      if (i >= most || found.get(i).time().isBefore(oldest)) {
        Files.deleteIfExists(found.get(i).file());
      }
    }
  }
}
