package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.ContentHashes;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of our own jars that servers are started from, named after their content.
 *
 * <p>A JVM whose jar is overwritten in place can load no more classes from it, and a build of our
 * own project, or one that installs another snapshot, does just that while servers run. A copy is
 * never written to. Folders stay what they are: they are for development.
 *
 * <p>Files touched: {@code own-<hash>.jar} in a private directory, made atomically; those that
 * nobody has started a server from for a week are deleted, which a server that still runs does not
 * notice. Thread-safe.
 */
final class OwnJars {

  private static final Logger LOG = LoggerFactory.getLogger(OwnJars.class);
  private static final Duration KEPT = Duration.ofDays(7);

  /** Not at each use: a file that has just been touched would have to be hashed each time. */
  private static final Duration TOUCHED_EVERY = Duration.ofDays(1);

  private static final int HASH_DIGITS = 32;

  private final Path directory;
  private final ContentHashes hashes;

  /**
   * @param directory private, for the copies
   * @param hashes remembers what the jars contain
   */
  OwnJars(Path directory, ContentHashes hashes) {
    this.directory = directory;
    this.hashes = hashes;
  }

  /** Returns the class path entries with each jar replaced by its copy. */
  List<Path> copies(List<Path> own) {
    List<Path> copies = new ArrayList<>();
    for (Path entry : own) {
      try {
        copies.add(Files.isRegularFile(entry) ? copy(entry) : entry);
      } catch (IOException e) {
        LOG.warn("Servers are started from {} itself, because it cannot be copied: {}", entry, e);
        copies.add(entry);
      }
    }
    return copies;
  }

  private Path copy(Path jar) throws IOException {
    Path known = named(jar);
    if (!isWhole(known, jar)) {
      PrivateFiles.createDirectories(directory);
      Path draft =
          Files.createTempFile(
              directory,
              "own-",
              ".tmp",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try {
        try (var in = Files.newInputStream(jar);
            var out = Files.newOutputStream(draft)) {
          in.transferTo(out);
        }
        // The jar may have changed since it was looked at.
        known = named(draft);
        Files.move(draft, known, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(draft);
      }
      deleteUnused();
    }
    if (isOlder(known, TOUCHED_EVERY)) {
      Files.setLastModifiedTime(known, FileTime.from(Instant.now()));
    }
    return known;
  }

  private static boolean isWhole(Path copy, Path jar) throws IOException {
    try {
      return Files.size(copy) == Files.size(jar);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private Path named(Path jar) {
    String hash = hashes.classPath(List.of(jar)).replaceFirst(".*sha256:", "");
    return directory.resolve("own-" + hash.substring(0, HASH_DIGITS) + ".jar");
  }

  private void deleteUnused() throws IOException {
    try (DirectoryStream<Path> copies = Files.newDirectoryStream(directory, "own-*")) {
      for (Path copy : copies) {
        if (isOlder(copy, KEPT)) {
          Files.deleteIfExists(copy);
        }
      }
    }
  }

  private static boolean isOlder(Path copy, Duration age) throws IOException {
    return Files.getLastModifiedTime(copy).toInstant().isBefore(Instant.now().minus(age));
  }
}
