package io.github.sparkconnect.junit;

import java.time.Duration;

/** A point in time up to which several steps have to be done. */
record Limit(long endNanos) {

  private static final Duration LEAST = Duration.ofMillis(250);

  static Limit of(Duration duration) {
    return new Limit(System.nanoTime() + duration.toNanos());
  }

  /**
   * What is left, at least 250 ms, so that a later step is tried even if an earlier one was slow.
   */
  Duration left() {
    Duration left = Duration.ofNanos(endNanos - System.nanoTime());
    return left.compareTo(LEAST) < 0 ? LEAST : left;
  }
}
