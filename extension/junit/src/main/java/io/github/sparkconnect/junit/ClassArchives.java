package io.github.sparkconnect.junit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.sparkconnect.pool.ArchiveFile;
import io.github.sparkconnect.pool.Sha256;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Archives of the classes that servers load ("class-data sharing"), with which a server starts in
 * about half the time.
 *
 * <p>There is one for each Java and class path. An idle server makes it; later ones are started
 * with it. The JVM compares the class path's names, sizes and times with what it was made from and
 * does without if something differs, so an archive is never more than a matter of speed.
 *
 * <p>Files touched: {@code classes-<key>-<checksum>.jsa} in a private directory. The few that were
 * used last are kept. Thread-safe.
 */
final class ClassArchives {

  private static final Logger LOG = LoggerFactory.getLogger(ClassArchives.class);

  /** At 150 to 220 MB each. */
  private static final int MOST = 5;

  private static final Duration KEPT = Duration.ofDays(30);
  private static final Duration TOUCHED_EVERY = Duration.ofDays(1);
  private static final int KEY_BYTES = 16;

  /** Options with which the JVM makes or uses no archive, or the user's own. */
  private static final Pattern EXCLUDING =
      Pattern.compile(
          "-Xshare:.*|-XX:(SharedArchiveFile|ArchiveClassesAtExit|AOT).*"
              + "|-XX:[+-](RecordDynamicDumpInfo|AutoCreateSharedArchive).*"
              + "|-Xbootclasspath.*|--(module-path|upgrade-module-path|patch-module|limit-modules).*"
              + "|-(javaagent|agentlib|agentpath):.*");

  private final Path directory;

  /**
   * @param directory private, for the archives
   */
  ClassArchives(Path directory) {
    this.directory = directory;
  }

  /**
   * What a server has to do with its archive.
   *
   * @param file where it is, or is to be, then without its checksum
   * @param exists whether it can be used already; if not, the server is to make it
   */
  record Archive(Path file, boolean exists) {

    /** Returns the JVM's options. */
    List<String> options() {
      return exists
          // Mapped to where it was made for: to relocate it takes half a second.
          ? List.of(
              "-XX:SharedArchiveFile=" + file,
              "-XX:+UnlockDiagnosticVMOptions",
              "-XX:ArchiveRelocationMode=0")
          : List.of();
    }

    /** Makes later servers start without it. */
    void drop() {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        LOG.warn("The archive of classes {} cannot be deleted: {}", file, e.getMessage());
      }
    }
  }

  /**
   * Returns the archive for servers of this kind.
   *
   * @return empty if they can have none: the JVM makes none of folders
   */
  Optional<Archive> find(JavaHome java, List<String> jvmArgs, List<Path> classPath) {
    if (jvmArgs.stream().anyMatch(arg -> EXCLUDING.matcher(arg).matches())) {
      return Optional.empty();
    }
    try {
      Optional<String> key = key(java, classPath);
      if (key.isEmpty()) {
        return Optional.empty();
      }
      PrivateFiles.createDirectories(directory);
      Optional<Path> whole = whole(key.get());
      if (whole.isPresent()) {
        Expiring.touch(whole.get(), TOUCHED_EVERY);
        return Optional.of(new Archive(whole.get(), true));
      }
      new Expiring(directory, "classes-*.jsa").deleteAllBut(MOST - 1, KEPT);
      // Of servers that were killed while they made one.
      new Expiring(directory, "classes-*.{tmp,lock}").deleteAllBut(MOST, Duration.ofDays(1));
      return Optional.of(new Archive(directory.resolve("classes-" + key.get() + ".jsa"), false));
    } catch (IOException e) {
      LOG.debug("Servers are started without an archive of classes", e);
      return Optional.empty();
    }
  }

  /** A damaged one would end the JVM, and the JVM's own check takes four times as long. */
  private Optional<Path> whole(String key) throws IOException {
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(directory, "classes-" + key + "-*.jsa")) {
      for (Path file : found) {
        if (ArchiveFile.isWhole(file)) {
          return Optional.of(file);
        }
        LOG.warn("The archive of classes {} is damaged and deleted", file);
        Files.deleteIfExists(file);
      }
    }
    return Optional.empty();
  }

  /** Everything that the JVM compares, so that an archive that would not be used is not found. */
  private static Optional<String> key(JavaHome java, List<Path> classPath) throws IOException {
    List<String> inputs = new ArrayList<>(List.of(java.directory().toString(), java.version()));
    for (Path entry : classPath) {
      BasicFileAttributes attributes = Files.readAttributes(entry, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        return Optional.empty();
      }
      inputs.add(entry + " " + attributes.size() + " " + attributes.lastModifiedTime().toMillis());
    }
    byte[] hash = Sha256.digest().digest(String.join("\n", inputs).getBytes(UTF_8));
    return Optional.of(Sha256.hex(hash, KEY_BYTES));
  }
}
