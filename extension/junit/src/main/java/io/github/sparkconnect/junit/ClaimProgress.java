package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.AcquireListener;
import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.Uid;
import java.time.Duration;
import java.util.Locale;

/** Says what a class waits for; silent when it gets a server at once. For one claim. */
final class ClaimProgress implements AcquireListener {

  /** Many may wait at a time, and each sees every change of the pool. */
  private static final long QUIET_NANOS = Duration.ofSeconds(15).toNanos();

  private final String testClass;
  private final Tally tally;
  private boolean booting;
  private long quietUntil = System.nanoTime();

  ClaimProgress(String testClass, Tally tally) {
    this.testClass = testClass;
    this.tally = tally;
  }

  @Override
  public void booting(Uid uid, String reason) {
    booting = true;
    tally.booting();
    Console.line(testClass + ": starting server " + uid + ": " + reason);
  }

  @Override
  public void waiting(String reason) {
    long now = System.nanoTime();
    if (!booting && now - quietUntil >= 0) {
      quietUntil = now + QUIET_NANOS;
      Console.line(testClass + ": waiting: " + reason);
    }
  }

  @Override
  public void rejected(Uid uid, String reason) {
    Console.line(testClass + ": server " + uid + " is retired: " + reason);
  }

  /** No server could be had. */
  void failed() {
    if (booting) {
      tally.bootFailed();
    }
  }

  @Override
  public void acquired(Claim claim, Duration waited) {
    tally.claimed(claim.uid(), claim.member().uses());
    if (booting) {
      Console.line(
          String.format(
              Locale.ROOT,
              "%s: server %s is up after %.1f s (Spark %s, pid %d)",
              testClass,
              claim.uid(),
              waited.toMillis() / 1000.0,
              claim.member().sparkVersion(),
              claim.member().process().pid()));
    }
  }
}
