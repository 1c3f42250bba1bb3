package io.github.sparkconnect.pool;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what should not live any more, and removes what dead processes left.
 *
 * <p>Members supervise themselves and need no reaper to go away. It is the backstop for those that
 * cannot act: suspended, hanging, killed half-way. A pass repairs the state files ({@link
 * Pool#repair}), does the next step to end the process of each retired member, and forgets those
 * whose processes are gone. Who lives and is no member is never signalled; of whom nothing is known
 * is left alone, and after a day its files go.
 *
 * <p>Idempotent; any number of reapers in any number of processes may run at once, and each may die
 * between any two steps. Thread-safe. Signals are sent outside the lock.
 */
public final class Reaper {

  private static final Logger LOG = LoggerFactory.getLogger(Reaper.class);
  private static final Duration LONGEST_BOOT = Duration.ofMinutes(10);

  /** A living claimant has this long to find out itself that its member died. */
  private static final Duration DEAD_WHILE_CLAIMED = Duration.ofMinutes(2);

  /** A launcher that lives has this long to find out that its launch has ended. */
  private static final Duration EXPLAINED_WITHIN = Duration.ofSeconds(15);

  private static final Duration UNKNOWN_KEPT = Duration.ofDays(1);
  private static final long PASS_INTERVAL_MILLIS = 100;

  private final Pool pool;
  private final Processes processes;
  private final Clock clock;
  private final Ending ending;
  private final Map<Uid, Instant> seenDead = new ConcurrentHashMap<>();

  /** Creates a reaper of that pool. */
  public Reaper(Pool pool, Processes processes, Clock clock) {
    this.pool = pool;
    this.processes = processes;
    this.clock = clock;
    this.ending = new Ending(pool.directory(), processes, clock);
  }

  /**
   * One pass, which waits for nothing but the lock.
   *
   * @throws PoolException if the pool's directory cannot be used
   */
  public ReapReport reap() {
    Pass pass = new Pass();
    pass.actions.addAll(pool.repair().actions());
    PoolSnapshot snapshot = pool.snapshot();
    for (PoolEntry entry : snapshot.entries()) {
      if (entry instanceof PoolEntry.Retired retired) {
        // Without a process there is nothing to end, and the repair has looked after the files.
        retired.process().ifPresent(process -> pass.end(retired, process));
      } else if (entry instanceof PoolEntry.Pending pending) {
        pass.endIfItNeverGetsReady(pending);
      } else if (entry instanceof PoolEntry.Idle idle) {
        pass.retireIfForgottenElsewhere(idle.member());
      } else if (entry instanceof PoolEntry.Claimed claimed) {
        pass.retireIfDeadForLong(claimed.member());
      }
    }
    return pass.report();
  }

  /**
   * Passes until no process is left that was told to end, or that time is over.
   *
   * @return what all passes did; an interrupt ends them early and stays set
   */
  public ReapReport reapUntilQuiet(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    ReapReport report = reap();
    List<String> actions = new ArrayList<>(report.actions());
    while (!report.ending().isEmpty() && System.nanoTime() - end < 0) {
      try {
        Thread.sleep(PASS_INTERVAL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
      report = reap();
      actions.addAll(report.actions());
    }
    return new ReapReport(actions, report.problems(), report.ending());
  }

  /** One pass as it goes. */
  private final class Pass {
    private final List<String> actions = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<Uid> stillEnding = new ArrayList<>();

    void end(PoolEntry.Retired retired, ProcessIdentity process) {
      Uid uid = retired.uid();
      String pid = "process " + process.pid();
      Ending.Outcome outcome = ending.step(uid, process);
      switch (outcome) {
        case GONE -> forget(uid, "member " + uid + " (" + pid + ") is gone");
        case TERMINATED -> did(uid, "member " + uid + ": " + pid + " was told to end (TERM)");
        case KILLED -> did(uid, "member " + uid + ": " + pid + " did not end and was killed");
        case ENDING -> stillEnding.add(uid);
        case UNKNOWN -> {
          if (isOlder(retired.since(), UNKNOWN_KEPT)) {
            forget(uid, "member " + uid + " (" + pid + " of another pid namespace) is a day old");
          }
        }
        case FAILED -> {
          stillEnding.add(uid);
          problems.add(
              "member "
                  + uid
                  + ": "
                  + pid
                  + " could not be signalled; end it by hand if it still lives");
        }
      }
    }

    /** A launcher that lives watches its launch itself, by a clock that nobody sets. */
    void endIfItNeverGetsReady(PoolEntry.Pending pending) {
      if (processes.liveness(pending.launcher()) != Liveness.SAME) {
        if (isOlder(pending.created(), LONGEST_BOOT)) {
          giveUp(pending, "was not ready within " + LONGEST_BOOT.toMinutes() + " minutes");
        }
      } else if (isSeenDeadFor(EXPLAINED_WITHIN, pending.uid(), pending.process())) {
        giveUp(pending, "ended before it was ready, and who launched it does not say why");
      }
    }

    private void giveUp(PoolEntry.Pending pending, String why) {
      pool.failOrTellHere(
          new FailedLaunch(
              pending.uid(),
              pending.fingerprint(),
              new LaunchFailure(
                  "member " + pending.uid() + " " + why,
                  LaunchLog.tail(pool.directory(), pending.uid()),
                  clock.instant())));
      seenDead.remove(pending.uid());
      actions.add("member " + pending.uid() + " did not get ready and is given up");
    }

    void retireIfForgottenElsewhere(MemberRecord member) {
      if (isOlder(member.lastUsed(), UNKNOWN_KEPT)
          && processes.liveness(member.process()) == Liveness.UNKNOWN
          && pool.retire(
              member.uid(), "nobody used it for a day, and it cannot be seen from here")) {
        actions.add("member " + member.uid() + " of another pid namespace is retired");
      }
    }

    void retireIfDeadForLong(MemberRecord member) {
      Uid uid = member.uid();
      if (isSeenDeadFor(DEAD_WHILE_CLAIMED, uid, Optional.of(member.process()))
          && pool.retire(uid, "its process is gone, and its claimant does not return it")) {
        seenDead.remove(uid);
        actions.add("member " + uid + " was claimed though its process is gone, and is retired");
      }
    }

    private boolean isSeenDeadFor(Duration age, Uid uid, Optional<ProcessIdentity> process) {
      if (process.isEmpty() || processes.member(process.get(), uid) != Liveness.DIFFERENT) {
        seenDead.remove(uid);
        return false;
      }
      return isOlder(seenDead.computeIfAbsent(uid, first -> clock.instant()), age);
    }

    private void forget(Uid uid, String why) {
      pool.forget(uid);
      actions.add(why + ": removed");
    }

    private void did(Uid uid, String action) {
      LOG.debug("{}", action);
      actions.add(action);
      stillEnding.add(uid);
    }

    ReapReport report() {
      problems.forEach(problem -> LOG.warn("{}", problem));
      return new ReapReport(actions, problems, stillEnding);
    }

    /** A time to come is of a clock that was set since, and says nothing: it counts as long ago. */
    private boolean isOlder(Instant since, Duration age) {
      Duration passed = Duration.between(since, clock.instant());
      return passed.compareTo(age) > 0 || passed.negated().compareTo(age) > 0;
    }
  }
}
