package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.ContentHashes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of our own code that servers are started from, jars named after their content.
 *
 * <p>A JVM whose jar is overwritten in place can load no more classes from it, and a build of our
 * own project, or one that installs another snapshot, does just that while servers run. A copy is
 * never written to. Folders, as in a reactor build or an IDE, are packed: then servers need not
 * care about compilers either, and an archive of their classes can be made.
 *
 * <p>Files touched: {@code own-<hash>.jar} in a private directory, made atomically. When one is
 * made, those older than a month are deleted, which a server that still runs does not notice.
 * Thread-safe.
 */
final class OwnJars {

  private static final Logger LOG = LoggerFactory.getLogger(OwnJars.class);
  private static final Duration KEPT = Duration.ofDays(30);
  private static final int MOST = 40;
  private static final int HASH_DIGITS = 32;

  private final Path directory;
  private final ContentHashes hashes;

  /**
   * @param directory private, for the copies
   * @param hashes remembers what the code contains
   */
  OwnJars(Path directory, ContentHashes hashes) {
    this.directory = directory;
    this.hashes = hashes;
  }

  /** Returns the class path entries with each replaced by its copy. */
  List<Path> copies(List<Path> own) {
    List<Path> copies = new ArrayList<>();
    for (Path entry : own) {
      try {
        copies.add(copy(entry));
      } catch (IOException | UncheckedIOException e) {
        LOG.warn("Servers are started from {} itself, because it cannot be copied: {}", entry, e);
        copies.add(entry);
      }
    }
    return copies;
  }

  private Path copy(Path code) throws IOException {
    Path known = named(code);
    if (isWhole(known, code)) {
      return known;
    }
    PrivateFiles.createDirectories(directory);
    Path draft =
        Files.createTempFile(
            directory,
            "own-",
            ".tmp",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      if (Files.isDirectory(code)) {
        pack(code, draft);
      } else {
        try (var in = Files.newInputStream(code);
            var out = Files.newOutputStream(draft)) {
          in.transferTo(out);
        }
      }
      // It may have changed since it was looked at; a folder that changes now is a build's.
      known = Files.isDirectory(code) ? named(code) : named(draft);
      Files.move(draft, known, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
    new Expiring(directory, "own-*").deleteAllBut(MOST, KEPT);
    return known;
  }

  private static void pack(Path folder, Path jar) throws IOException {
    try (Stream<Path> walk = Files.walk(folder);
        ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (Path file : walk.filter(Files::isRegularFile).sorted().toList()) {
        zip.putNextEntry(new ZipEntry(folder.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
  }

  private static boolean isWhole(Path copy, Path code) throws IOException {
    try {
      return Files.isDirectory(code) ? Files.size(copy) > 0 : Files.size(copy) == Files.size(code);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private Path named(Path code) {
    String hash = hashes.classPath(List.of(code)).replaceFirst(".*sha256:", "");
    return directory.resolve("own-" + hash.substring(0, HASH_DIGITS) + ".jar");
  }
}
