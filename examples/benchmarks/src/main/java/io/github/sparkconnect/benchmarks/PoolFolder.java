package io.github.sparkconnect.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A pool, and what all pools share, that only the benchmark uses. */
final class PoolFolder {

  private final Path cache;

  PoolFolder(Path cache) {
    this.cache = cache;
  }

  Map<String, String> environment() {
    return Map.of("XDG_CACHE_HOME", cache.toString());
  }

  /** Ends all servers and forgets everything, the archives of classes as well. */
  void clear() throws IOException, InterruptedException {
    Files.createDirectories(cache);
    delete(cache.resolve("spark-connect-junit"));
  }

  /** Waits until idle servers have warmed up and left an archive. */
  void awaitPrepared() throws IOException, InterruptedException {
    Path shared = cache.resolve("spark-connect-junit/shared-1");
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (System.nanoTime() < end) {
      if (Files.isDirectory(shared)) {
        try (Stream<Path> files = Files.list(shared)) {
          if (files.anyMatch(file -> file.toString().endsWith(".jsa"))) {
            return;
          }
        }
      }
      Thread.sleep(500);
    }
    throw new IllegalStateException("no archive was left in " + shared);
  }

  private void delete(Path folder) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (Files.exists(folder)) {
      try (Stream<Path> walk = Files.walk(folder)) {
        List<Path> all = walk.sorted(Comparator.reverseOrder()).toList();
        for (Path path : all) {
          Files.deleteIfExists(path);
        }
      } catch (IOException | java.io.UncheckedIOException e) {
        // A server still writes; it notices within a second.
        if (System.nanoTime() > end) {
          throw e;
        }
      }
    }
    awaitEnd();
  }

  /** Two servers at once would take each other's time. */
  private void awaitEnd() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (servers() > 0 && System.nanoTime() < end) {
      Thread.sleep(100);
    }
  }

  private long servers() {
    return ProcessHandle.allProcesses()
        .filter(
            process ->
                process.info().commandLine().filter(c -> c.contains(cache.toString())).isPresent())
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .count();
  }
}
