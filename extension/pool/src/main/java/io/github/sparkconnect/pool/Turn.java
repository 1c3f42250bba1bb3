package io.github.sparkconnect.pool;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is: what one claimant may do, decided from one listing of the pool and nothing
 * else.
 *
 * <p>The rules:
 *
 * <ul>
 *   <li>Every claimant that waits has a ticket. Of the ready members with its fingerprint it may
 *       take one if there are more than tickets before its own.
 *   <li>Nobody starts a member while those that are ready or being started cover the tickets up to
 *       its own: launches are shared.
 *   <li>A launch whose process has ended is not replaced before its launcher, if that lives, has
 *       said why it failed: those who wait for it are to be told, and not to try the same again.
 *   <li>Capacity that is free, or becomes free, belongs to the oldest tickets, whatever their
 *       fingerprints. In a full pool an older ticket that nothing covers even goes before a younger
 *       one's claim of a ready member, so that a rare fingerprint gets its turn among frequent
 *       ones.
 *   <li>In a full pool an idle member with another fingerprint, not needed by an older ticket,
 *       makes room; the longest idle one first.
 *   <li>Above the limit (who had started a member there died, or the limit was lowered) idle
 *       members go until it is kept again, but for as many as tickets wait for.
 * </ul>
 *
 * <p>Tickets are totally ordered and those of dead processes do not count, so that the oldest
 * ticket can always proceed once some member is free.
 */
final class Turn {

  private static final Comparator<MemberRecord> OLDEST_FIRST =
      Comparator.comparing(MemberRecord::created).thenComparing(MemberRecord::uid);
  private static final Comparator<MemberRecord> LONGEST_IDLE_FIRST =
      Comparator.comparing(MemberRecord::lastUsed).thenComparing(MemberRecord::uid);

  private final String fingerprint;
  private final int maxMembers;
  private final List<MemberRecord> fitting = new ArrayList<>();
  private final List<MemberRecord> foreign = new ArrayList<>();
  private final List<MemberRecord> unusable = new ArrayList<>();
  private final Map<String, Integer> supply = new HashMap<>();
  private final Map<String, Integer> ahead = new HashMap<>();
  private final Map<String, Integer> wanted = new HashMap<>();
  private int inService;
  private int ending;

  /**
   * @param ticket the claimant's own, or null if it has none yet and so is behind all others
   */
  Turn(
      PoolSnapshot snapshot,
      Processes processes,
      AcquireRequest request,
      EntryName.@Nullable Waiting ticket) {
    this.fingerprint = request.fingerprint().sha256();
    this.maxMembers = request.maxMembers();
    for (PoolEntry entry : snapshot.entries()) {
      count(entry, liveness(entry, processes), processes);
    }
    for (Waiter waiter : snapshot.waiters()) {
      Liveness liveness = processes.liveness(waiter.claimant().process());
      if (!waiter.name().equals(ticket)
          && (ticket == null || isBefore(waiter.name(), ticket))
          && liveness == Liveness.SAME) {
        ahead.merge(waiter.fingerprint(), 1, Integer::sum);
      }
      if (liveness != Liveness.DIFFERENT) {
        wanted.merge(waiter.fingerprint(), 1, Integer::sum);
      }
    }
    if (ticket == null) {
      wanted.merge(fingerprint, 1, Integer::sum);
    }
    fitting.sort(OLDEST_FIRST);
    foreign.sort(LONGEST_IDLE_FIRST);
    unusable.sort(LONGEST_IDLE_FIRST);
  }

  /** Of the member's process; a stranger's that a record names is not the member's. */
  private static Liveness liveness(PoolEntry entry, Processes processes) {
    if (entry.process().isEmpty()) {
      return entry instanceof PoolEntry.Retired ? Liveness.DIFFERENT : Liveness.UNKNOWN;
    }
    return processes.member(entry.process().get(), entry.uid());
  }

  /** Nothing replaces a launch that has failed before its launcher has said why it did. */
  private static boolean willBeExplained(PoolEntry entry, Processes processes) {
    return entry instanceof PoolEntry.Pending pending
        && processes.liveness(pending.launcher()) == Liveness.SAME;
  }

  private void count(PoolEntry entry, Liveness liveness, Processes processes) {
    if (entry instanceof PoolEntry.Retired) {
      // Its memory is in use until its process is gone. Whether one in another pid namespace is,
      // nobody here can ever tell: it does not count, or it would for ever.
      if (liveness == Liveness.SAME) {
        ending++;
      }
      return;
    }
    if (liveness == Liveness.DIFFERENT && !willBeExplained(entry, processes)) {
      return; // gone, and only its entry is left for the next repair
    }
    inService++;
    if (entry instanceof PoolEntry.Pending pending) {
      supply.merge(pending.fingerprint(), 1, Integer::sum);
    } else if (entry instanceof PoolEntry.Idle idle) {
      MemberRecord member = idle.member();
      if (liveness == Liveness.UNKNOWN) {
        unusable.add(member);
        return;
      }
      supply.merge(member.fingerprint(), 1, Integer::sum);
      (member.fingerprint().equals(fingerprint) ? fitting : foreign).add(member);
    }
  }

  private static boolean isBefore(EntryName.Waiting one, EntryName.Waiting other) {
    return Comparator.comparingLong(EntryName.Waiting::ticket)
            .thenComparingLong(EntryName.Waiting::pid)
            .compare(one, other)
        < 0;
  }

  /** The ready members that it is this claimant's turn to take, in the order to try them. */
  List<MemberRecord> takeable() {
    int before = ahead() + (isFull() ? uncoveredAheadOfOthers() : 0);
    return before < fitting.size() ? fitting.subList(ahead(), fitting.size()) : List.of();
  }

  /** How many wait for the same and come before. */
  int ahead() {
    return ahead.getOrDefault(fingerprint, 0);
  }

  /** Whether ready members and launches cover every ticket up to this claimant's own. */
  boolean isCovered() {
    return supply.getOrDefault(fingerprint, 0) > ahead();
  }

  /** Whether a member may be started for this claimant now. */
  boolean mayLaunch() {
    return !isCovered() && inService + ending + uncoveredAhead() < maxMembers;
  }

  /** Whether this claimant can do anything but wait. */
  boolean mayAct(boolean mayOverflow) {
    return !takeable().isEmpty()
        || mayLaunch()
        || evictable().isPresent()
        || (mayOverflow && isStuck());
  }

  /** Whether the pool is full and stays so: nothing is ending, and nothing can be evicted. */
  boolean isStuck() {
    return !isCovered() && isFull() && ending == 0 && evictable().isEmpty();
  }

  /** The member to retire so that there is room for this claimant, if one has to be. */
  Optional<MemberRecord> evictable() {
    boolean roomIsComing = inService + uncoveredAhead() < maxMembers;
    if (isCovered() || roomIsComing) {
      return Optional.empty();
    }
    return unusable.stream()
        .findFirst()
        .or(() -> foreign.stream().filter(this::isSpare).findFirst());
  }

  boolean isFull() {
    return inService + ending >= maxMembers;
  }

  /**
   * The idle members to retire because more live than may. None that a ticket waits for, whoever's:
   * one that was started above the limit is ready for a moment before it is claimed.
   */
  List<MemberRecord> surplus() {
    int above = inService - maxMembers;
    if (above <= 0) {
      return List.of();
    }
    List<MemberRecord> idle = new ArrayList<>(unusable);
    idle.addAll(foreign);
    fitting.stream().sorted(LONGEST_IDLE_FIRST).forEach(idle::add);
    Map<String, Integer> spare = new HashMap<>();
    idle.forEach(member -> spare.merge(member.fingerprint(), 1, Integer::sum));
    wanted.forEach((kind, number) -> spare.merge(kind, -number, Integer::sum));
    return idle.stream()
        .filter(member -> spare.merge(member.fingerprint(), -1, Integer::sum) >= 0)
        .limit(above)
        .toList();
  }

  /** Whether older tickets leave one of the ready members with that fingerprint over. */
  private boolean isSpare(MemberRecord member) {
    long ready = foreign.stream().filter(m -> m.fingerprint().equals(member.fingerprint())).count();
    return ready > ahead.getOrDefault(member.fingerprint(), 0);
  }

  private int uncoveredAhead() {
    return ahead.keySet().stream().mapToInt(this::uncovered).sum();
  }

  private int uncoveredAheadOfOthers() {
    return ahead.keySet().stream()
        .filter(other -> !other.equals(fingerprint))
        .mapToInt(this::uncovered)
        .sum();
  }

  private int uncovered(String wanted) {
    return Math.max(0, ahead.getOrDefault(wanted, 0) - supply.getOrDefault(wanted, 0));
  }
}
