package io.github.sparkconnect.junit.life;

import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolDirectory;
import io.github.sparkconnect.pool.PoolException;
import io.github.sparkconnect.pool.SystemProcesses;
import io.github.sparkconnect.pool.Uid;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Takes the lock of a pool again and again and remembers how long that took at most: longer than
 * anybody holds it.
 */
final class LockSampler implements AutoCloseable {

  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile long longestNanos;

  private LockSampler() {}

  static LockSampler start(Path path) {
    LockSampler sampler = new LockSampler();
    Pool pool =
        Pool.open(
            PoolDirectory.open(path),
            new SystemProcesses(),
            Clock.systemUTC(),
            Duration.ofSeconds(30));
    Thread thread = new Thread(() -> sampler.run(pool, path), "lock sampler");
    thread.setDaemon(true);
    thread.start();
    return sampler;
  }

  private void run(Pool pool, Path path) {
    try {
      while (!closed.await(20, TimeUnit.MILLISECONDS)) {
        long start = System.nanoTime();
        try {
          pool.retire(Uid.random(), "there is no such member");
        } catch (PoolException e) {
          if (Files.exists(path)) {
            longestNanos = Long.MAX_VALUE;
            throw e;
          }
        }
        longestNanos = Math.max(longestNanos, System.nanoTime() - start);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Duration longest() {
    return Duration.ofNanos(longestNanos);
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
