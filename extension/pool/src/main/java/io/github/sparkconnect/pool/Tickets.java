package io.github.sparkconnect.pool;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers the tickets of this JVM's claimants: the smaller, the earlier the turn. An ordinary
 * ticket is the wall clock in microseconds, so that the order across JVMs is roughly that of
 * arrival; it is approximate, because wall clocks step.
 *
 * <p>Thread-safe; static, because two clients in one JVM share its pid and so its tickets' names.
 */
final class Tickets {

  private static final AtomicLong LAST_ORDINARY = new AtomicLong();
  private static final AtomicLong LAST_URGENT = new AtomicLong();

  private Tickets() {}

  /** Returns a ticket behind all that are out. */
  static long ordinary(Clock clock) {
    long now = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
    return LAST_ORDINARY.updateAndGet(last -> Math.max(last + 1, now));
  }

  /** Returns a ticket before all ordinary ones, for a claimant that others may be waiting for. */
  static long urgent() {
    return LAST_URGENT.incrementAndGet();
  }
}
