package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Waits for the pool's directory to change.
 *
 * <p>Looks at its modification time instead of using a watch service: that costs some microseconds,
 * works the same on every system (macOS has only a slow, polling one), and needs no thread.
 */
final class PoolChanges {

  private static final long INTERVAL_MILLIS = 20;
  // Two changes within one tick of the file system's clock look like one.
  private static final Duration LONGEST_WAIT = Duration.ofMillis(400);

  private final PoolDirectory directory;
  private FileTime seen = FileTime.fromMillis(0);

  PoolChanges(PoolDirectory directory) {
    this.directory = directory;
  }

  /** Takes the present state as known; to be called before looking into the directory. */
  void remember() {
    seen = modified();
  }

  /**
   * Returns after a change, or soon anyway; changes before the last {@link #remember} are known.
   *
   * @param ahead how many come first; the more, the less often it is worth a look
   */
  void await(Duration limit, int ahead) throws InterruptedException {
    long interval = Math.min(INTERVAL_MILLIS * (1 + ahead), LONGEST_WAIT.toMillis() / 2);
    Duration wait = limit.compareTo(LONGEST_WAIT) < 0 ? limit : LONGEST_WAIT;
    long end = System.nanoTime() + wait.toNanos();
    do {
      Thread.sleep(ThreadLocalRandom.current().nextLong(interval / 2, interval * 2));
    } while (System.nanoTime() - end < 0 && modified().equals(seen));
  }

  private FileTime modified() {
    try {
      return Files.getLastModifiedTime(directory.path());
    } catch (IOException e) {
      return FileTime.fromMillis(-1);
    }
  }
}
