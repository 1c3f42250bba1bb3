package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** C03, the lock's part: eight threads in each of two class loaders. */
class C03TwoClassLoadersTest {

  private static final int THREADS = 8;
  private static final int TIMES = 20;

  @TempDir Path temp;

  @Test
  @Timeout(60)
  void noOverlappingLockErrorAndNoStall() throws Exception {
    PoolDirectory directory = PoolDirectory.open(temp.resolve("pool"));
    String pool = directory.path().toString();
    Path counter = Files.writeString(directory.path().resolve("counter"), "0");
    CyclicBarrier barrier = new CyclicBarrier(2 * THREADS);
    ExecutorService threads = Executors.newFixedThreadPool(2 * THREADS);
    try (OtherLoader loader = new OtherLoader()) {
      List<Callable<Duration>> work = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        work.add(() -> timed(barrier, () -> LockContender.count(pool, TIMES)));
        work.add(() -> timed(barrier, () -> loader.count(pool, TIMES)));
      }
      for (Future<Duration> took : threads.invokeAll(work)) {
        // All of it, for each thread: 320 holds of a millisecond or so.
        assertThat(took.get()).isLessThan(Duration.ofSeconds(20));
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(Files.readString(counter)).isEqualTo(Integer.toString(2 * THREADS * TIMES));
  }

  private static Duration timed(CyclicBarrier barrier, Runnable work) throws Exception {
    barrier.await();
    Instant start = Instant.now();
    work.run();
    return Duration.between(start, Instant.now());
  }
}
