package io.github.sparkconnect.pool;

import java.time.Clock;

/** The claimants' side of the pool. Thread-safe; one per JVM is enough. */
@SuppressWarnings({"DoNotCallSuggester", "UnusedVariable"})
public final class MemberPool {

  /** Creates the claimants' side of that pool. */
  public MemberPool(Pool pool, Processes processes, Clock clock) {}

  /**
   * Returns a claim on a member that fits and is healthy.
   *
   * @throws PoolException if there is none in time, a launch failed, or the thread was interrupted
   *     (the flag stays set)
   */
  public Claim acquire(
      AcquireRequest request,
      MemberProbe probe,
      MemberLauncher launcher,
      AcquireListener listener) {
    throw new UnsupportedOperationException();
  }

  /**
   * Gives a member back; one above the limit is retired instead.
   *
   * @return whether the member is in the pool again
   */
  public boolean giveBack(Claim claim) {
    throw new UnsupportedOperationException();
  }

  /** Retires a claimed member for that reason. */
  public void retire(Claim claim, String reason) {
    throw new UnsupportedOperationException();
  }
}
