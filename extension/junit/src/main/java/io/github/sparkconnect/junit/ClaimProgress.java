package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.AcquireListener;
import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.Uid;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says what a class waits for; silent when it gets a server at once. For one claim. */
final class ClaimProgress implements AcquireListener {

  private final String testClass;
  private @Nullable Uid booting;
  private boolean booted;

  ClaimProgress(String testClass) {
    this.testClass = testClass;
  }

  /** Whether the claimed member was started for this claim. */
  boolean booted() {
    return booted;
  }

  @Override
  public void booting(Uid uid, String reason) {
    booting = uid;
    Console.line(testClass + ": starting server " + uid + ": " + reason);
  }

  @Override
  public void waiting(String reason) {
    if (booting == null) {
      Console.line(testClass + ": waiting: " + reason);
    }
  }

  @Override
  public void rejected(Uid uid, String reason) {
    Console.line(testClass + ": server " + uid + " is retired: " + reason);
  }

  @Override
  public void acquired(Claim claim, Duration waited) {
    booted = claim.uid().equals(booting);
    if (booted) {
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
