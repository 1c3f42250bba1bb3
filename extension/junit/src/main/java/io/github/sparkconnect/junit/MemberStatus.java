package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Claimant;
import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.PoolEntry;
import io.github.sparkconnect.pool.ProcessIdentity;
import java.time.Instant;
import java.util.Optional;

/**
 * What is told of one server.
 *
 * @param state idle, in use, starting, ending, or broken
 * @param about why it is ending or broken, or empty
 */
record MemberStatus(
    String uid,
    String state,
    Optional<Long> pid,
    Optional<String> sparkVersion,
    Optional<Instant> since,
    Optional<MemberRecord> member,
    Optional<Claimant> holder,
    String about) {

  static MemberStatus of(PoolEntry entry) {
    if (entry instanceof PoolEntry.Idle idle) {
      return of(entry, "idle", idle.member(), Optional.empty());
    }
    if (entry instanceof PoolEntry.Claimed claimed) {
      return of(entry, "in use", claimed.member(), claimed.claimant());
    }
    if (entry instanceof PoolEntry.Pending pending) {
      return new MemberStatus(
          entry.uid().value(),
          "starting",
          pid(entry),
          Optional.of(pending.sparkVersion()),
          Optional.of(pending.created()),
          Optional.empty(),
          Optional.empty(),
          "for process " + pending.launcher().pid());
    }
    if (entry instanceof PoolEntry.Retired retired) {
      return without(entry, "ending", retired.reason());
    }
    if (entry instanceof PoolEntry.Malformed malformed) {
      return without(entry, "broken", malformed.name().fileName() + ": " + malformed.problem());
    }
    return entry instanceof PoolEntry.Unreadable unreadable
        ? without(entry, "broken", unreadable.name().fileName() + ": " + unreadable.problem())
        : without(entry, "broken", "of an unknown kind");
  }

  private static MemberStatus of(
      PoolEntry entry, String state, MemberRecord member, Optional<Claimant> holder) {
    return new MemberStatus(
        entry.uid().value(),
        state,
        pid(entry),
        Optional.of(member.sparkVersion()),
        Optional.of(member.created()),
        Optional.of(member),
        holder,
        "");
  }

  private static MemberStatus without(PoolEntry entry, String state, String about) {
    return new MemberStatus(
        entry.uid().value(),
        state,
        pid(entry),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        about);
  }

  private static Optional<Long> pid(PoolEntry entry) {
    return entry.process().map(ProcessIdentity::pid);
  }
}
