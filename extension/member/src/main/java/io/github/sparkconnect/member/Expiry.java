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

  /** Its launcher, if that lives, is the first to find that a member is not ready in time. */
  private static final Duration LAUNCHER_FIRST = Duration.ofSeconds(10);

  private volatile Duration bootLimit = Duration.ofMinutes(30);
  private volatile @Nullable Duration idleTimeout;
  private @Nullable Long pendingSince;
  private long idleSince;
  private long idleUses = -1;

  /** Sets what is not known at first; meanwhile the member may be idle for ever. */
  void timeouts(Duration boot, Duration idle) {
    bootLimit = boot.plus(LAUNCHER_FIRST);
    idleTimeout = idle;
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
    Duration limit = bootLimit;
    return now - pendingSince >= limit.toNanos()
        ? Optional.of("it was not ready after " + limit)
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
