package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TurnTest {

  private static final Fingerprint A = Fingerprint.of(Map.of("x", "a"));
  private static final Fingerprint B = Fingerprint.of(Map.of("x", "b"));
  private static final Fingerprint C = Fingerprint.of(Map.of("x", "c"));
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static final long LAUNCHER = 7000;

  private final List<PoolEntry> entries = new ArrayList<>();
  private final List<Waiter> waiters = new ArrayList<>();
  private final Set<Long> dead = new HashSet<>();
  private final Set<Long> strangers = new HashSet<>();
  private final Set<Long> unknown = new HashSet<>();
  private int uids;
  private int maxMembers = 2;

  private Turn turn(Fingerprint wanted, @Nullable Integer ticket) {
    return new Turn(
        new PoolSnapshot(entries, waiters, List.of(), List.of()),
        processes(),
        new AcquireRequest(wanted, "4.2.0", "T", maxMembers, Duration.ofMinutes(1)),
        ticket == null ? null : new EntryName.Waiting(ticket, ticket));
  }

  private Processes processes() {
    return new Processes() {
      @Override
      public ProcessIdentity self() {
        throw new UnsupportedOperationException();
      }

      @Override
      public Optional<ProcessIdentity> identify(long pid) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Liveness liveness(ProcessIdentity process) {
        if (dead.contains(process.pid())) {
          return Liveness.DIFFERENT;
        }
        return unknown.contains(process.pid()) ? Liveness.UNKNOWN : Liveness.SAME;
      }

      @Override
      public Liveness member(ProcessIdentity process, Uid uid) {
        return strangers.contains(process.pid()) ? Liveness.DIFFERENT : liveness(process);
      }

      @Override
      public boolean isStopped(ProcessIdentity process) {
        return false;
      }

      @Override
      public SignalResult terminate(ProcessIdentity process, Uid uid) {
        throw new AssertionError("nobody asked for a signal");
      }

      @Override
      public SignalResult kill(ProcessIdentity process, Uid uid) {
        throw new AssertionError("nobody asked for a signal");
      }
    };
  }

  private MemberRecord member(Fingerprint fingerprint, int createdMinute, int usedMinute) {
    uids++;
    return new MemberRecord(
        new Uid(String.format("%012x", uids)),
        new Endpoint("localhost", 1, "t"),
        "4.2.0",
        fingerprint.sha256(),
        fingerprint.inputs(),
        new ProcessIdentity(uids, "s"),
        START.plus(Duration.ofMinutes(createdMinute)),
        START.plus(Duration.ofMinutes(usedMinute)),
        1,
        Path.of("/log"));
  }

  private MemberRecord idle(Fingerprint fingerprint, int createdMinute, int usedMinute) {
    MemberRecord member = member(fingerprint, createdMinute, usedMinute);
    entries.add(new PoolEntry.Idle(member));
    return member;
  }

  private void claimed(Fingerprint fingerprint) {
    MemberRecord member = member(fingerprint, 0, 0);
    entries.add(new PoolEntry.Claimed(member, 1, Optional.empty()));
  }

  private void pending(Fingerprint fingerprint) {
    pending(fingerprint, Optional.empty());
  }

  private void pending(Fingerprint fingerprint, Optional<ProcessIdentity> process) {
    MemberRecord member = member(fingerprint, 0, 0);
    entries.add(
        new PoolEntry.Pending(
            member.uid(),
            fingerprint.sha256(),
            new TreeMap<>(),
            "4.2.0",
            new ProcessIdentity(LAUNCHER, "s"),
            process,
            START));
  }

  private long retired() {
    MemberRecord member = member(A, 0, 0);
    entries.add(new PoolEntry.Retired(member.uid(), Optional.of(member.process()), "old", START));
    return member.process().pid();
  }

  private void waiting(Fingerprint fingerprint, int ticket) {
    waiters.add(
        new Waiter(
            new EntryName.Waiting(ticket, ticket),
            new Claimant(new ProcessIdentity(ticket, "s"), "W", START),
            fingerprint.sha256()));
  }

  @Nested
  class Taking {

    @Test
    void theOldestFirstAndTiesByUid() {
      MemberRecord young = idle(A, 9, 9);
      MemberRecord tieOne = idle(A, 2, 2);
      MemberRecord tieTwo = idle(A, 2, 2);
      idle(B, 0, 0);
      assertThat(turn(A, null).takeable()).containsExactly(tieOne, tieTwo, young);
    }

    @Test
    void notBeforeThoseWhoWaitLonger() {
      MemberRecord first = idle(A, 1, 1);
      MemberRecord second = idle(A, 2, 2);
      maxMembers = 9;
      waiting(A, 100);
      waiting(B, 101);
      assertThat(turn(A, null).takeable()).containsExactly(second);
      assertThat(turn(A, 100).takeable()).containsExactly(first, second);
      assertThat(turn(A, 99).takeable()).containsExactly(first, second);
      waiting(A, 102);
      assertThat(turn(A, null).takeable()).isEmpty();
    }

    @Test
    void theDeadAndThoseElsewhereDoNotWait() {
      MemberRecord only = idle(A, 1, 1);
      waiting(A, 100);
      waiting(A, 101);
      dead.add(100L);
      unknown.add(101L);
      assertThat(turn(A, null).takeable()).containsExactly(only);
    }

    @Test
    void membersElsewhereOrGoneAreNotTaken() {
      unknown.add(idle(A, 1, 1).process().pid());
      dead.add(idle(A, 1, 1).process().pid());
      assertThat(turn(A, null).takeable()).isEmpty();
    }

    @Test
    void inAFullPoolAnOlderTicketOfAnotherFingerprintGoesFirst() {
      MemberRecord member = idle(A, 1, 1);
      claimed(A);
      waiting(B, 100);
      assertThat(turn(A, 101).takeable()).isEmpty();
      assertThat(turn(A, 99).takeable()).containsExactly(member);
      maxMembers = 3;
      assertThat(turn(A, 101).takeable()).containsExactly(member);
    }
  }

  @Nested
  class Launching {

    @Test
    void inAnEmptyPoolOneForEachTicketUpToTheLimit() {
      assertThat(turn(A, 1).mayLaunch()).isTrue();
      waiting(A, 1);
      pending(A);
      assertThat(turn(A, 2).isCovered()).isFalse();
      assertThat(turn(A, 2).mayLaunch()).isTrue();
      waiting(A, 2);
      pending(A);
      assertThat(turn(A, 3).mayLaunch()).isFalse();
    }

    @Test
    void notWhileOthersCoverTheTicket() {
      pending(A);
      assertThat(turn(A, 1).isCovered()).isTrue();
      assertThat(turn(A, 1).mayLaunch()).isFalse();
      assertThat(turn(B, 1).mayLaunch()).isTrue();
    }

    @Test
    void notInsteadOfOneThatHasEndedBeforeItsLauncherSaysWhy() {
      dead.add(5000L);
      pending(A, Optional.of(new ProcessIdentity(5000, "s")));
      assertThat(turn(A, 1).mayLaunch()).isFalse();
      dead.add(LAUNCHER);
      assertThat(turn(A, 1).mayLaunch()).as("nobody will").isTrue();
    }

    @Test
    void freeRoomBelongsToTheOldestTickets() {
      claimed(C);
      waiting(B, 1);
      assertThat(turn(A, 2).mayLaunch()).isFalse();
      assertThat(turn(B, 1).mayLaunch()).isTrue();
      pending(B);
      maxMembers = 3;
      assertThat(turn(A, 2).mayLaunch()).isTrue();
    }

    @Test
    void whatIsEndingTakesRoomUntilItIsGone() {
      claimed(A);
      long pid = retired();
      assertThat(turn(A, 1).mayLaunch()).isFalse();
      unknown.add(pid);
      assertThat(turn(A, 1).mayLaunch()).isTrue();
      unknown.clear();
      dead.add(pid);
      assertThat(turn(A, 1).mayLaunch()).isTrue();
    }

    @Test
    void whatNamesAStrangerTakesNone() {
      claimed(A);
      strangers.add((long) uids);
      claimed(A);
      assertThat(turn(A, 1).mayLaunch()).isTrue();
    }

    @Test
    void entriesThatCannotBeBelievedTakeRoom() {
      entries.add(
          new PoolEntry.Unreadable(new EntryName.Server(new Uid("aaaaaaaaaaaa")), "I/O error"));
      entries.add(
          new PoolEntry.Malformed(
              new EntryName.Server(new Uid("bbbbbbbbbbbb")), "no port", Optional.empty()));
      assertThat(turn(A, 1).mayLaunch()).isFalse();
    }
  }

  @Nested
  class Evicting {

    @Test
    void theLongestIdleOfAnotherFingerprint() {
      idle(B, 1, 8);
      MemberRecord longest = idle(C, 2, 3);
      assertThat(turn(A, 1).evictable()).contains(longest);
      assertThat(turn(A, 1).mayLaunch()).isFalse();
    }

    @Test
    void notWithRoomLeftOrRoomToCome() {
      idle(B, 1, 1);
      assertThat(turn(A, 1).evictable()).isEmpty();
      retired();
      assertThat(turn(A, 1).evictable()).isEmpty();
      waiting(C, 1);
      assertThat(turn(A, 2).evictable()).as("the room is the older ticket's").isPresent();
    }

    @Test
    void notWhatOlderTicketsNeed() {
      MemberRecord spare = idle(B, 1, 1);
      idle(B, 1, 2);
      waiting(B, 100);
      assertThat(turn(A, 101).evictable()).contains(spare);
      waiting(B, 99);
      assertThat(turn(A, 101).evictable()).isEmpty();
      assertThat(turn(A, 98).evictable()).contains(spare);
    }

    @Test
    void membersThatNobodyHereCanUseComeFirst() {
      idle(B, 1, 1);
      MemberRecord elsewhere = idle(A, 9, 9);
      unknown.add(elsewhere.process().pid());
      assertThat(turn(A, 1).evictable()).contains(elsewhere);
    }

    @Test
    void neverWhatIsClaimedOrStarting() {
      claimed(B);
      pending(B);
      assertThat(turn(A, 1).evictable()).isEmpty();
      assertThat(turn(A, 1).isStuck()).isTrue();
    }

    @Test
    void whileSomethingIsEndingNobodyIsStuck() {
      claimed(B);
      retired();
      assertThat(turn(A, 1).isStuck()).isFalse();
    }
  }

  @Nested
  class AboveTheLimit {

    @Test
    void theLongestIdleGoAndThoseThatDoNotFitFirst() {
      maxMembers = 1;
      MemberRecord fits = idle(A, 1, 1);
      idle(A, 2, 9);
      MemberRecord later = idle(B, 1, 8);
      MemberRecord longest = idle(C, 2, 3);
      assertThat(turn(A, null).surplus()).containsExactly(longest, later, fits);
      maxMembers = 2;
      assertThat(turn(A, null).surplus()).containsExactly(longest, later);
      maxMembers = 4;
      assertThat(turn(A, null).surplus()).isEmpty();
    }

    @Test
    void whatElseLivesCounts() {
      MemberRecord idle = idle(B, 1, 1);
      claimed(A);
      pending(A);
      assertThat(turn(A, null).surplus()).containsExactly(idle);
    }

    @Test
    void whatIsEndingAlreadyDoesNot() {
      idle(B, 1, 1);
      claimed(A);
      retired();
      assertThat(turn(A, null).surplus()).isEmpty();
    }

    @Test
    void neverWhatSomebodyWaitsFor() {
      claimed(A);
      claimed(A);
      idle(B, 1, 1);
      assertThat(turn(B, null).surplus()).as("it is about to be taken").isEmpty();
      waiting(B, 200);
      assertThat(turn(A, 100).surplus()).as("whoever came first").isEmpty();
      unknown.add(200L);
      assertThat(turn(A, 100).surplus()).as("also from where it cannot be seen").isEmpty();
      dead.add(200L);
      assertThat(turn(A, 100).surplus()).hasSize(1);
    }

    @Test
    void aTicketOfOnesOwnCountsOnce() {
      maxMembers = 1;
      waiting(A, 100);
      MemberRecord spare = idle(A, 1, 1);
      idle(A, 2, 2);
      assertThat(turn(A, 100).surplus()).containsExactly(spare);
    }
  }
}
