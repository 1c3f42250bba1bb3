package io.github.sparkconnect.member;

import io.github.sparkconnect.pool.ArchiveFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leaves an archive of classes for the JVMs of later members, made by a training run in a process
 * of its own: {@link ArchiveTraining}.
 *
 * <p>A JVM could also archive itself, but would have to load its classes twice as slowly for that,
 * and stand still for ten seconds while it writes.
 *
 * <p>Files touched: the archive, published by an atomic move; beside it a draft and a lock file, so
 * that of several members one does it; and a folder of the member's for the training.
 */
final class ClassArchive {

  private static final Logger LOG = LoggerFactory.getLogger(ClassArchive.class);

  private final Path file;
  private final Path member;
  private @Nullable Process training;
  private boolean stopped;

  /**
   * @param file the archive, its name without the checksum
   * @param member the member's directory, with the options that its JVM was started with
   */
  ClassArchive(Path file, Path member) {
    this.file = file;
    this.member = member;
  }

  /** Makes the archive unless it is there or another member makes it; a failure is only logged. */
  void make() {
    Path lock = file.resolveSibling(file.getFileName() + ".lock");
    try (FileChannel channel = open(lock);
        FileLock held = channel.tryLock()) {
      if (held != null && !isThere()) {
        train();
      }
    } catch (IOException e) {
      LOG.warn("No archive of classes is left in {}", file, e);
    } catch (InterruptedException e) {
      stop();
      Thread.currentThread().interrupt();
    }
  }

  private boolean isThere() throws IOException {
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.jsa$", "");
    try (var found = Files.newDirectoryStream(file.resolveSibling("."), name + "-*.jsa")) {
      return found.iterator().hasNext();
    }
  }

  /** Ends the training, if one is going on. */
  synchronized void stop() {
    stopped = true;
    if (training != null) {
      training.destroyForcibly();
    }
  }

  private void train() throws IOException, InterruptedException {
    long start = System.nanoTime();
    Path draft = file.resolveSibling(file.getFileName() + ".tmp");
    Path folder = member.resolve("training");
    Files.deleteIfExists(draft);
    try {
      Files.createDirectories(folder);
      Process process = start(folder, draft);
      if (process == null) {
        return;
      }
      boolean ended =
          process.waitFor(
              ArchiveTraining.LIMIT.plus(Duration.ofMinutes(1)).toSeconds(), TimeUnit.SECONDS);
      if (isStopped()) {
        return;
      }
      if (!ended || process.exitValue() != 0 || !Files.exists(draft)) {
        stop();
        LOG.warn("No archive of classes is left: its training failed, see {}", log(folder));
        return;
      }
      Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
      Path published = ArchiveFile.publish(draft, file);
      LOG.info(
          "Left an archive of classes in {}: {} MB, after {} ms",
          published,
          Files.size(published) >> 20,
          (System.nanoTime() - start) / 1_000_000);
      Trees.delete(folder);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  private synchronized @Nullable Process start(Path folder, Path draft) throws IOException {
    if (stopped) {
      return null;
    }
    // Tests come first.
    List<String> command =
        List.of(
            "/bin/sh",
            "-c",
            "exec nice -n 19 \"$@\"",
            "sh",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "@" + member.resolve("java.args"),
            "-XX:ArchiveClassesAtExit=" + draft,
            "-Xlog:cds=off",
            "-Xlog:cds+dynamic=off",
            ArchiveTraining.class.getName(),
            folder.toString(),
            member.resolve("launch.json").toString());
    training =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log(folder).toFile())
            .start();
    training.getOutputStream().close();
    return training;
  }

  private static Path log(Path folder) {
    return folder.resolve("training.log");
  }

  private static FileChannel open(Path lock) throws IOException {
    return FileChannel.open(
        lock,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }
}
