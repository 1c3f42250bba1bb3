package io.github.sparkconnect.pool;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** One claimant's way to its member: see {@link MemberPool#acquire}. Used by one thread, once. */
final class Acquisition {

  private static final Duration REAP_INTERVAL = Duration.ofSeconds(1);

  private final MemberPool members;
  private final Pool pool;
  private final AcquireRequest request;
  private final boolean mayOverflow;
  private final CandidateCheck check;
  private final MemberLauncher launcher;
  private final AcquireListener listener;
  private final PoolChanges changes;
  private final Instant began;
  private final long beganNanos = System.nanoTime();
  private EntryName.@Nullable Waiting ticket;
  private String lastReason = "";
  private long nextReapNanos = beganNanos;

  Acquisition(
      MemberPool members,
      AcquireRequest request,
      boolean mayOverflow,
      CandidateCheck check,
      MemberLauncher launcher,
      AcquireListener listener) {
    this.members = members;
    this.pool = members.pool();
    this.request = request;
    this.mayOverflow = mayOverflow;
    this.check = check;
    this.launcher = launcher;
    this.listener = listener;
    this.changes = new PoolChanges(pool.directory());
    this.began = members.clock().instant();
  }

  /** What to do after a look at the pool under the lock. */
  private sealed interface Step {}

  /** Start the member that was announced. */
  private record Launch(Uid uid, String reason) implements Step {}

  /** Look again: something can be taken now, or a launch has failed. */
  private record LookAgain() implements Step {}

  /** Wait for the pool to change. */
  private record AwaitChange(PoolSnapshot snapshot, Turn turn) implements Step {}

  Claim run() {
    try {
      while (true) {
        reapIfDue();
        changes.remember();
        PoolSnapshot snapshot = pool.snapshot();
        Turn turn = turn(snapshot);
        if (!turn.surplus().isEmpty()) {
          snapshot = pool.inLock("keep to the limit", this::retireSurplus);
          turn = turn(snapshot);
        }
        for (MemberRecord member : turn.takeable()) {
          Optional<Claim> claim = tryToClaim(member);
          if (claim.isPresent()) {
            listener.acquired(claim.get(), waited());
            return claim.get();
          }
        }
        failIfLaunchFailed(snapshot);
        Step step = step(snapshot);
        if (step instanceof Launch launch) {
          launch(launch);
        } else if (step instanceof AwaitChange wait) {
          failIfTimeIsOver(wait.snapshot());
          say(wait);
          changes.await(remaining(), wait.turn().ahead());
        } else {
          failIfTimeIsOver(snapshot);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PoolException(
          "Interrupted after "
              + waited().toSeconds()
              + "s of waiting for a Spark Connect server for "
              + request.testClass()
              + ".",
          e);
    } finally {
      if (ticket != null) {
        pool.dequeue(ticket);
      }
    }
  }

  /** Takes the lock only if there seems to be something to do under it: many may wait here. */
  private Step step(PoolSnapshot snapshot) {
    Turn turn = turn(snapshot);
    return ticket == null || turn.mayAct(mayOverflow)
        ? pool.inLock("decide for " + request.testClass(), this::decide)
        : new AwaitChange(snapshot, turn);
  }

  private Optional<Claim> tryToClaim(MemberRecord member) {
    CandidateCheck.Finding finding = check.check(member);
    if (finding instanceof CandidateCheck.Unfit unfit) {
      if (retireIfIdle(member, unfit.reason())) {
        listener.rejected(member.uid(), unfit.reason());
      }
      return Optional.empty();
    }
    if (!(finding instanceof CandidateCheck.Fit)) {
      return Optional.empty();
    }
    return pool.inLock("claim " + member.uid(), held -> claim(held, member.uid()));
  }

  /** With the claim the ticket goes, in one step, or others would count both. */
  private Optional<Claim> claim(Transitions held, Uid uid) {
    Optional<Claim> claim = held.claim(uid, claimant(members.clock().instant()));
    if (claim.isPresent() && ticket != null) {
      held.dequeue(ticket);
      ticket = null;
    }
    return claim;
  }

  /** What was probed may be somebody's by now, and then fit or unfit is not ours to say. */
  private boolean retireIfIdle(MemberRecord member, String reason) {
    return pool.inLock(
        "retire " + member.uid(),
        held ->
            held.snapshot().entry(member.uid()).orElse(null) instanceof PoolEntry.Idle idle
                && idle.member().uses() == member.uses()
                && held.retire(member.uid(), reason));
  }

  private PoolSnapshot retireSurplus(Transitions held) {
    for (MemberRecord member : turn(held.snapshot()).surplus()) {
      held.retire(
          member.uid(),
          "it was idle and above the limit of "
              + request.maxMembers()
              + (request.maxMembers() == 1 ? " member" : " members"));
    }
    return held.snapshot();
  }

  private Step decide(Transitions held) {
    PoolSnapshot snapshot = held.snapshot();
    if (!turn(snapshot).takeable().isEmpty() || failedLaunch(snapshot).isPresent()) {
      return new LookAgain();
    }
    if (ticket == null) {
      long number = mayOverflow ? Tickets.urgent() : Tickets.ordinary(members.clock());
      ticket = new EntryName.Waiting(members.processes().self().pid(), number);
      held.enqueue(new Waiter(ticket, claimant(began), request.fingerprint().sha256()));
    }
    Turn turn = turn(snapshot);
    boolean overflows = mayOverflow && turn.isStuck();
    if ((turn.mayLaunch() && turn(held.snapshot()).mayLaunch()) || overflows) {
      // Looked at twice: should the lock file have been deleted, another holder of a lock may be
      // renaming, and a listing can miss a file on its way from one name to another.
      Uid uid = Uid.random();
      held.announce(uid, request.fingerprint(), request.sparkVersion(), members.processes().self());
      if (overflows) {
        members.overflows(uid);
      }
      return new Launch(uid, whyNoneFits(snapshot));
    }
    turn.evictable()
        .ifPresent(
            member ->
                held.retire(
                    member.uid(),
                    "it was idle the longest when " + request.testClass() + " needed room"));
    return new AwaitChange(snapshot, turn);
  }

  private void launch(Launch launch) {
    listener.booting(launch.uid(), launch.reason());
    try {
      launcher.launch(launch.uid());
    } catch (RuntimeException e) {
      String message = e.getMessage() == null ? e.toString() : e.getMessage();
      LaunchFailure failure =
          new LaunchFailure(
              message, LaunchLog.tail(pool.directory(), launch.uid()), members.clock().instant());
      pool.failOrTellHere(new FailedLaunch(launch.uid(), request.fingerprint().sha256(), failure));
      throw new PoolException(failure.explanation(), e);
    }
  }

  private void failIfLaunchFailed(PoolSnapshot snapshot) {
    failedLaunch(snapshot)
        .ifPresent(
            failed -> {
              throw LaunchFailures.exception(failed, request, pool.directory());
            });
  }

  private Optional<FailedLaunch> failedLaunch(PoolSnapshot snapshot) {
    return LaunchFailures.relevant(snapshot, request, began, members.clock().instant());
  }

  private void failIfTimeIsOver(PoolSnapshot snapshot) {
    if (remaining().isNegative() || remaining().isZero()) {
      Instant now = members.clock().instant();
      throw new PoolException(
          "No Spark Connect server for "
              + request.testClass()
              + " within "
              + request.timeout().toSeconds()
              + "s: at most "
              + request.maxMembers()
              + " may live in "
              + pool.directory()
              + ", and:\n  "
              + String.join("\n  ", Occupancy.lines(snapshot, now))
              + "\nWait longer (sparkconnect.pool.acquireTimeout), allow more"
              + " (sparkconnect.pool.maxMembers), or stop those that nobody needs.");
    }
  }

  private void say(AwaitChange wait) {
    String reason =
        Occupancy.reason(wait.snapshot(), wait.turn(), request, members.clock().instant());
    String kind = reason.replaceAll("\\(.*?\\)", "");
    if (!kind.equals(lastReason)) {
      lastReason = kind;
      listener.waiting(reason);
    }
  }

  private String whyNoneFits(PoolSnapshot snapshot) {
    return snapshot.entries().stream()
        .flatMap(entry -> Occupancy.member(entry).stream())
        .min(
            Comparator.comparingInt(
                    (MemberRecord member) -> request.fingerprint().distance(member.inputs()))
                .thenComparing(MemberRecord::uid))
        .map(
            nearest ->
                nearest.fingerprint().equals(request.fingerprint().sha256())
                    ? "every member that fits is in use"
                    : "the nearest, "
                        + nearest.uid()
                        + ", differs in "
                        + request.fingerprint().describeDifference(nearest.inputs()))
        .orElse("the pool has no member");
  }

  private void reapIfDue() {
    long now = System.nanoTime();
    if (now - nextReapNanos >= 0) {
      members.reap();
      // Not in step with the other claimants that wait.
      nextReapNanos =
          System.nanoTime()
              + (long)
                  (REAP_INTERVAL.toNanos() * ThreadLocalRandom.current().nextDouble(0.75, 1.5));
    }
  }

  private Turn turn(PoolSnapshot snapshot) {
    return new Turn(snapshot, members.processes(), request, ticket);
  }

  private Claimant claimant(Instant since) {
    return new Claimant(members.processes().self(), request.testClass(), since);
  }

  private Duration waited() {
    return Duration.ofNanos(System.nanoTime() - beganNanos);
  }

  private Duration remaining() {
    return request.timeout().minus(waited());
  }
}
