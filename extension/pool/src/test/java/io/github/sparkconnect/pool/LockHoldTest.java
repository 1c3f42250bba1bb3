package io.github.sparkconnect.pool;

import static io.github.sparkconnect.pool.LivePool.A;
import static io.github.sparkconnect.pool.LivePool.HEALTHY;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures how long somebody else has to wait for the lock while a claimant does what takes long.
 * Far less than what that takes: it does not hold the lock meanwhile.
 */
@Timeout(60)
class LockHoldTest {

  private static final Duration LONG = Duration.ofSeconds(3);
  private static final Duration SHORT = Duration.ofSeconds(2);

  @TempDir Path directory;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch over = new CountDownLatch(1);
  private LivePool live;
  private Future<Duration> longestWait;

  @BeforeEach
  void open() {
    live = new LivePool(directory);
    Pool other = Pool.open(live.directory, live.processes, Clock.systemUTC(), LONG.multipliedBy(9));
    longestWait = threads.submit(() -> sample(other));
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    live.close();
  }

  private Duration sample(Pool pool) throws InterruptedException {
    long longest = 0;
    while (!over.await(5, TimeUnit.MILLISECONDS)) {
      long start = System.nanoTime();
      pool.inLock("measure", Transitions::snapshot);
      longest = Math.max(longest, System.nanoTime() - start);
    }
    return Duration.ofNanos(longest);
  }

  private void assertLockWasFree(long start) throws Exception {
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(LONG);
    over.countDown();
    assertThat(longestWait.get()).isLessThan(SHORT);
  }

  private void takeLong() {
    try {
      new CountDownLatch(1).await(LONG.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void isNotOverALaunchNorABoot() throws Exception {
    long start = System.nanoTime();
    live.members.acquire(
        live.request(A, 1),
        HEALTHY,
        uid -> {
          takeLong();
          ProcessIdentity process = live.start(uid);
          threads.execute(
              () -> {
                takeLong();
                live.publish(uid, A, process, live.clock.instant());
              });
          return process;
        },
        AcquireListener.SILENT);
    assertLockWasFree(start);
  }

  @Test
  void isNotOverAProbe() throws Exception {
    live.ready(A, 1);
    long start = System.nanoTime();
    live.members.acquire(
        live.request(A, 1),
        member -> {
          takeLong();
          return Health.healthy();
        },
        live.launcher(A),
        AcquireListener.SILENT);
    assertLockWasFree(start);
  }

  @Test
  void isNotOverAWaitForAMember() throws Exception {
    Claim held = live.acquire(A, 1);
    long start = System.nanoTime();
    Future<Claim> waiting = threads.submit(() -> live.acquire(A, 1));
    takeLong();
    live.members.giveBack(held);
    waiting.get();
    assertLockWasFree(start);
  }
}
