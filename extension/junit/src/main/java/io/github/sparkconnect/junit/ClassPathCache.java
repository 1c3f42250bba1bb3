package io.github.sparkconnect.junit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers resolved class paths as lists of files, so that later JVMs need no resolver.
 *
 * <p>A list is used as long as every file on it exists in its size. While one process resolves,
 * others that want the same list wait for it instead of downloading the same jars; after a limit
 * they resolve for themselves, which does no harm but takes time. A cache that cannot be written is
 * no cache, with a warning.
 *
 * <p>Files touched: {@code classpath-<key>.txt}, replaced atomically, and {@code
 * classpath-<key>.lock}, always empty.
 */
final class ClassPathCache {

  private static final Logger LOG = LoggerFactory.getLogger(ClassPathCache.class);
  private static final String HEADER = "# spark-connect-junit class path 2";

  /** Without it the list was cut off, perhaps between two lines. */
  private static final String END = "# end";

  private static final long POLL_MILLIS = 50;

  private final Path directory;
  private final Duration longestWait;

  ClassPathCache(Path directory, Duration longestWait) {
    this.directory = directory;
    this.longestWait = longestWait;
  }

  /** Returns the remembered list, or that of {@code resolver}, which is then remembered. */
  synchronized List<Path> get(String key, Supplier<List<Path>> resolver) {
    Path list = directory.resolve("classpath-" + key + ".txt");
    Optional<List<Path>> remembered = read(list);
    if (remembered.isPresent()) {
      return remembered.get();
    }
    FileChannel channel;
    try {
      PrivateFiles.createDirectories(directory);
      channel =
          FileChannel.open(
              directory.resolve("classpath-" + key + ".lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
    } catch (IOException e) {
      LOG.warn("The server's class path cannot be remembered in {} ({})", directory, e.toString());
      return resolver.get();
    }
    // Closing drops the lock, even one that another class loader of this JVM has on the file: that
    // can only happen after a limit or an interrupt, and costs no more than resolving twice.
    try (channel) {
      lock(channel);
      remembered = read(list);
      if (remembered.isPresent()) {
        return remembered.get();
      }
      List<Path> resolved = resolver.get();
      write(list, resolved);
      return resolved;
    } catch (IOException e) {
      LOG.warn("The server's class path cannot be remembered in {} ({})", directory, e.toString());
      return resolver.get();
    }
  }

  private void lock(FileChannel channel) throws IOException {
    long deadline = System.nanoTime() + longestWait.toNanos();
    boolean said = false;
    while (true) {
      try {
        FileLock lock = channel.tryLock();
        if (lock != null) {
          return;
        }
      } catch (OverlappingFileLockException e) {
        // Another thread or class loader of this JVM has it: wait for it as for a process.
      }
      if (System.nanoTime() - deadline > 0) {
        LOG.warn("Another process resolves the server's class path since {}", longestWait);
        return;
      }
      if (!said) {
        said = true;
        LOG.info("Waiting for another test JVM that resolves the server's class path");
      }
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SparkConnectException("Interrupted while another JVM resolves the class path", e);
      }
    }
  }

  private static Optional<List<Path>> read(Path list) {
    try {
      List<String> lines = Files.readAllLines(list, UTF_8);
      int end = lines.size() - 1;
      if (end < 2 || !lines.get(0).equals(HEADER) || !lines.get(end).equals(END)) {
        return Optional.empty();
      }
      List<Path> paths = new ArrayList<>();
      for (String line : lines.subList(1, end)) {
        int blank = line.indexOf(' ');
        Path path = Path.of(line.substring(blank + 1));
        if (Files.size(path) != Long.parseLong(line.substring(0, Math.max(0, blank)))) {
          return Optional.empty();
        }
        paths.add(path);
      }
      return Optional.of(List.copyOf(paths));
    } catch (IOException | NumberFormatException | InvalidPathException e) {
      // Not there, cut off, or a jar is gone: resolved again.
      return Optional.empty();
    }
  }

  private static void write(Path list, List<Path> paths) throws IOException {
    StringBuilder text = new StringBuilder(HEADER).append('\n');
    for (Path path : paths) {
      text.append(Files.size(path)).append(' ').append(path.toAbsolutePath()).append('\n');
    }
    PrivateFiles.replace(list, text.append(END).append('\n').toString());
  }
}
