package io.github.sparkconnect.member;

import io.github.sparkconnect.pool.Liveness;
import io.github.sparkconnect.pool.Standing;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a member has a reason to leave.
 *
 * <p>Idle time is counted by a clock that nobody sets, from when the member was first seen idle
 * after its last use: a step of the wall clock or a suspended laptop ends no member.
 */
final class Expiry {

  /** Nobody may be left who waits; ample, because init scripts may make large fixtures. */
  private static final Duration BOOT_LIMIT = Duration.ofMinutes(30);

  private volatile @Nullable Duration idleTimeout;
  private @Nullable Long pendingSince;
  private long idleSince;
  private long idleUses = -1;

  void idleTimeout(Duration timeout) {
    idleTimeout = timeout;
  }

  /**
   * Returns why the member must leave, as the end of "retired because ...", or empty if it stays.
   *
   * @param now nanoseconds, of {@link System#nanoTime}
   */
  Optional<String> reasonToLeave(Standing standing, long now) {
    if (standing instanceof Standing.Pending) {
      return pending(now);
    }
    if (standing instanceof Standing.Idle idle) {
      return idle(idle.member().uses(), now);
    }
    idleUses = -1;
    if (standing instanceof Standing.Claimed claimed) {
      return claimed.alive() == Liveness.DIFFERENT
          ? Optional.of("its claimant died: " + claimed.claimant())
          : Optional.empty();
    }
    if (standing instanceof Standing.Retired retired) {
      return Optional.of(retired.reason());
    }
    if (standing instanceof Standing.Gone) {
      return Optional.of("its state file or its pool is gone");
    }
    if (standing instanceof Standing.Malformed malformed) {
      return Optional.of("its record cannot be believed: " + malformed.problem());
    }
    return Optional.empty();
  }

  private Optional<String> pending(long now) {
    if (pendingSince == null) {
      pendingSince = now;
    }
    return now - pendingSince >= BOOT_LIMIT.toNanos()
        ? Optional.of("it was not ready after " + BOOT_LIMIT)
        : Optional.empty();
  }

  private Optional<String> idle(long uses, long now) {
    if (uses != idleUses) {
      idleUses = uses;
      idleSince = now;
    }
    Duration timeout = idleTimeout;
    return timeout != null && now - idleSince >= timeout.toNanos()
        ? Optional.of("it was idle for " + timeout)
        : Optional.empty();
  }
}
