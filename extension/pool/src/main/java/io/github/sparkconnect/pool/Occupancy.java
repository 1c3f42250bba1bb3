package io.github.sparkconnect.pool;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts into words who holds what since when. */
final class Occupancy {

  private static final int MOST_NAMED = 16;

  private Occupancy() {}

  /** Returns one line per member that is in somebody's way. */
  static List<String> lines(PoolSnapshot snapshot, Instant now) {
    List<String> lines = new ArrayList<>();
    for (PoolEntry entry : snapshot.entries()) {
      lines.add("member " + entry.uid() + " " + state(entry, now));
    }
    int more = lines.size() - MOST_NAMED;
    if (more > 0) {
      lines.subList(MOST_NAMED, lines.size()).clear();
      lines.add("and " + more + " more");
    }
    return lines;
  }

  /** Says in one line what a claimant waits for. */
  static String reason(PoolSnapshot snapshot, Turn turn, AcquireRequest request, Instant now) {
    String place = turn.ahead() == 0 ? "" : turn.ahead() + " ahead in the queue; ";
    if (turn.isCovered()) {
      return place + "waiting for a member that boots or is being checked";
    }
    List<String> lines = lines(snapshot, now);
    return place
        + "the pool is full, with "
        + (lines.size() == 1 ? "1 member" : lines.size() + " members")
        + " of at most "
        + request.maxMembers()
        + ": "
        + String.join("; ", lines);
  }

  /** Returns the record of a member that is ready or claimed. */
  static Optional<MemberRecord> member(PoolEntry entry) {
    if (entry instanceof PoolEntry.Idle idle) {
      return Optional.of(idle.member());
    }
    return entry instanceof PoolEntry.Claimed claimed
        ? Optional.of(claimed.member())
        : Optional.empty();
  }

  private static String state(PoolEntry entry, Instant now) {
    if (entry instanceof PoolEntry.Claimed claimed) {
      return claimed
          .claimant()
          .map(
              by ->
                  "is held by process "
                      + by.process().pid()
                      + " for "
                      + by.testClass()
                      + age(by.since(), now))
          .orElse("is held by process " + claimed.pid());
    }
    if (entry instanceof PoolEntry.Pending pending) {
      return "is being started by process "
          + pending.launcher().pid()
          + age(pending.created(), now);
    }
    if (entry instanceof PoolEntry.Idle idle) {
      return "is idle" + age(idle.member().lastUsed(), now);
    }
    if (entry instanceof PoolEntry.Retired retired) {
      return "is ending, because " + retired.reason();
    }
    if (entry instanceof PoolEntry.Malformed malformed) {
      return "has a malformed record: " + malformed.problem();
    }
    return entry instanceof PoolEntry.Unreadable unreadable
        ? "has a record that cannot be read: " + unreadable.problem()
        : "";
  }

  private static String age(Instant since, Instant now) {
    Duration age = Duration.between(since, now);
    String text =
        age.toMinutes() > 0
            ? age.toMinutes() + "m " + age.toSecondsPart() + "s"
            : Math.max(0, age.toSeconds()) + "s";
    return " since " + since + " (" + text + ")";
  }
}
