package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One pass over the pool under the lock: finishes or undoes what dead processes began.
 *
 * <p>Whatever cannot be told, because a process is of another pid namespace or a file cannot be
 * read right now, is left for a later pass. No process is signalled here.
 */
final class Repair {

  /** From its launcher's death on, a starting JVM has this long to say who it is. */
  private static final Duration GRACE = Duration.ofSeconds(15);

  /** A temporary file lives for a moment. */
  private static final Duration TEMPORARY = Duration.ofMinutes(1);

  private static final int LOOKS = 8;

  private final StateFiles state;
  private final Launches launches;
  private final List<String> actions = new ArrayList<>();
  private final List<Uid> forgettable = new ArrayList<>();

  Repair(StateFiles state, Launches launches) {
    this.state = state;
    this.launches = launches;
  }

  /**
   * What a pass found and did.
   *
   * @param problems what is wrong with the directory's content, one line each
   * @param actions one line each
   * @param forgettable members whose process is proved gone
   */
  record Result(List<String> problems, List<String> actions, List<Uid> forgettable) {}

  Result run() throws IOException {
    Listing listing = state.list();
    List<String> problems = new ArrayList<>(listing.oddities());
    for (var member : listing.states().entrySet()) {
      Optional<EntryName.State> one = single(member.getKey(), member.getValue());
      if (one.isPresent()) {
        Optional<PoolEntry> entry = state.reader.read(one.get());
        if (entry.isPresent()) {
          SnapshotReader.problem(entry.get()).ifPresent(problems::add);
          repair(entry.get());
        }
      }
    }
    for (Uid uid : listing.directories()) {
      if (listing.states(uid).isEmpty()) {
        repairOrphan(uid);
      }
    }
    for (EntryName.Waiting waiting : listing.waiting()) {
      repair(waiting);
    }
    for (EntryName.Temporary temporary : listing.temporaries()) {
      sweep(temporary);
    }
    return new Result(problems, actions, forgettable);
  }

  /**
   * Whether a member has these state files, and not only because of a rename during the listing:
   * that shows a file under both names or neither. Under the lock nobody renames, but if the lock
   * file was deleted, somebody else may have another one.
   */
  private boolean isStill(Uid uid, List<EntryName.State> states) throws IOException {
    for (int look = 0; look < LOOKS; look++) {
      if (!state.states(uid).equals(states)) {
        return false;
      }
    }
    return true;
  }

  /** Resolves duplicates; empty if that cannot be decided now. */
  private Optional<EntryName.State> single(Uid uid, List<EntryName.State> states)
      throws IOException {
    if (states.size() > 1 && !isStill(uid, states)) {
      return Optional.empty();
    }
    List<EntryName.State> claims =
        states.stream().filter(EntryName.Claimed.class::isInstance).toList();
    if (claims.size() < 2 || states.get(0) instanceof EntryName.Retired) {
      return Optional.of(keepFirst(states));
    }
    List<EntryName.State> living = new ArrayList<>();
    for (EntryName.State claim : claims) {
      Liveness liveness = claimantOf(claim);
      if (liveness == Liveness.UNKNOWN) {
        return Optional.empty();
      }
      if (liveness == Liveness.SAME) {
        living.add(claim);
      }
    }
    if (living.size() == 1) {
      actions.add("of the claims on member " + uid + " the one that lives is kept");
      state.removeOthers(living.get(0));
      return Optional.of(living.get(0));
    }
    retire(uid, "it was claimed more than once, and " + living.size() + " claimants live");
    return Optional.empty();
  }

  private EntryName.State keepFirst(List<EntryName.State> states) throws IOException {
    EntryName.State first = states.get(0);
    if (states.size() > 1) {
      state.removeOthers(first);
      actions.add(
          "of the state files of member " + first.uid() + ", " + first.fileName() + " is kept");
    }
    return first;
  }

  private Liveness claimantOf(EntryName.State name) {
    PoolEntry entry = state.reader.read(name).orElse(null);
    if (entry instanceof PoolEntry.Claimed claimed) {
      return state.judge.claimant(claimed);
    }
    return entry instanceof PoolEntry.Unreadable ? Liveness.UNKNOWN : Liveness.DIFFERENT;
  }

  private void repair(PoolEntry entry) throws IOException {
    if (entry instanceof PoolEntry.Pending pending) {
      repairPending(pending);
    } else if (entry instanceof PoolEntry.Idle idle) {
      if (state.judge.member(idle.member().process(), idle.uid()) == Liveness.DIFFERENT) {
        retire(idle.uid(), "its process is gone");
      }
    } else if (entry instanceof PoolEntry.Claimed claimed) {
      // Its process may be gone, too, but a living claimant finds out, and wants the log.
      if (state.judge.claimant(claimed) == Liveness.DIFFERENT) {
        retire(
            claimed.uid(),
            "its claimant, process " + claimed.pid() + ", ended without returning it");
      }
    } else if (entry instanceof PoolEntry.Malformed malformed) {
      retire(malformed.uid(), "its record is malformed: " + malformed.problem());
    } else if (entry instanceof PoolEntry.Retired retired) {
      if (!state.mayRun(retired.uid(), retired.process())) {
        forgettable.add(retired.uid());
      }
    }
  }

  private void repairPending(PoolEntry.Pending pending) throws IOException {
    Uid uid = pending.uid();
    Optional<FailedLaunch> failed = state.reader.failure(uid);
    if (failed.isPresent()) {
      launches.finishFailure(uid, Optional.of(pending), failed.get().failure().message());
      actions.add("the failed launch of member " + uid + " is closed");
      return;
    }
    Optional<ProcessIdentity> process = pending.process().or(() -> state.reader.processFile(uid));
    boolean abandoned =
        state.judge.process(pending.launcher()) == Liveness.DIFFERENT
            && !state.mayRun(uid, process)
            && (process.isPresent() || state.judge.isOlder(pending.created(), GRACE));
    if (abandoned) {
      // No failure of the launch as such, so nobody else is told not to try.
      state.delete(new EntryName.Pending(uid));
      actions.add("the launch of member " + uid + " is given up: its launcher is gone");
    }
  }

  /** A directory without a state: a leftover, or a member whose state file somebody deleted. */
  private void repairOrphan(Uid uid) throws IOException {
    if (!isStill(uid, List.of())) {
      return;
    }
    Optional<ProcessIdentity> process = state.reader.processFile(uid);
    if (process.isPresent() && state.judge.member(process.get(), uid) == Liveness.SAME) {
      state.write(new EntryName.Retired(uid), RecordCodec.process(process.get()));
      actions.add("member " + uid + " ran without a state file and is retired");
    } else if (!state.mayRun(uid, process) && isExpired(uid)) {
      forgettable.add(uid);
    }
  }

  /** What a launch left stays for a day, for its log. */
  private boolean isExpired(Uid uid) throws IOException {
    Optional<FailedLaunch> failed = state.reader.failure(uid);
    return state.judge.isDayAgo(
        failed.isPresent()
            ? failed.get().failure().at()
            : state.files.changed(state.directory.memberDirectory(uid)));
  }

  private void repair(EntryName.Waiting waiting) throws IOException {
    RecordFiles.Content content = state.records.read(state.path(waiting));
    if (content instanceof RecordFiles.Present present) {
      Decoded<Waiter> waiter = RecordCodec.waiter(waiting, present.parsed());
      boolean dead =
          waiter.process().map(p -> state.judge.process(p) == Liveness.DIFFERENT).orElse(true);
      if (dead || waiter.value().isEmpty()) {
        state.delete(waiting);
        actions.add(waiting.fileName() + " is removed: nobody waits there");
      }
    }
  }

  private void sweep(EntryName.Temporary temporary) throws IOException {
    boolean old;
    try {
      old = state.judge.isOlder(state.files.changed(state.path(temporary)), TEMPORARY);
    } catch (NoSuchFileException e) {
      return; // a member writes its process.json without the lock, and is done
    }
    if (old || !state.judge.pidLives(temporary.pid())) {
      state.delete(temporary);
      actions.add(temporary.fileName() + " is removed: left by a dead writer");
    }
  }

  private void retire(Uid uid, String reason) throws IOException {
    if (state.retire(uid, reason)) {
      actions.add("member " + uid + " is retired: " + reason);
      if (state.reader.read(new EntryName.Retired(uid)).orElse(null)
              instanceof PoolEntry.Retired retired
          && !state.mayRun(uid, retired.process())) {
        forgettable.add(uid);
      }
    }
  }
}
