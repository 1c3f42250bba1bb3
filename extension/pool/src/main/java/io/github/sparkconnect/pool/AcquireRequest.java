package io.github.sparkconnect.pool;

import java.time.Duration;

/**
 * What a claimant wants.
 *
 * @param fingerprint what the member must have been launched with
 * @param sparkVersion the version of its Spark
 * @param testClass who asks, for messages; not blank
 * @param maxMembers how many live members the pool may have over all fingerprints, at least 1
 * @param timeout how long to wait for one, positive
 * @param whenFull what to do when no member fits and none may be started
 */
public record AcquireRequest(
    Fingerprint fingerprint,
    String sparkVersion,
    String testClass,
    int maxMembers,
    Duration timeout,
    WhenFull whenFull) {

  /** What to do when no member fits and none may be started. */
  public enum WhenFull {
    /** Wait for the turn. */
    QUEUE,
    /**
     * Start one member above the limit, which is retired when it is given back. For a thread inside
     * an open claim, which would wait for itself; a thread that this pool client knows to hold one
     * is treated so in any case.
     */
    OVERFLOW
  }

  /**
   * @throws IllegalArgumentException if a part is out of its range
   */
  public AcquireRequest {
    if (sparkVersion.isBlank() || testClass.isBlank()) {
      throw new IllegalArgumentException("a request names its Spark version and its test class");
    }
    if (maxMembers < 1) {
      throw new IllegalArgumentException("'maxMembers' must be at least 1, but was: " + maxMembers);
    }
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("'timeout' must be positive, but was: " + timeout);
    }
  }

  /** Creates a request that queues when the pool is full. */
  public AcquireRequest(
      Fingerprint fingerprint,
      String sparkVersion,
      String testClass,
      int maxMembers,
      Duration timeout) {
    this(fingerprint, sparkVersion, testClass, maxMembers, timeout, WhenFull.QUEUE);
  }
}
