package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pool on disk: the only code that creates, renames and deletes state files. */
public final class Pool {

  private static final Logger LOG = LoggerFactory.getLogger(Pool.class);

  private final PoolDirectory directory;
  private final PoolLock lock;
  private final StateFiles state;
  private final SnapshotReader snapshots;
  private final StandingReader standings;
  private final Transitions transitions;

  /** Failures of launches that could not be written down. */

  /** Problems that were logged already: one warning for each. */
  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  Pool(
      PoolDirectory directory,
      Processes processes,
      Clock clock,
      Duration lockTimeout,
      FileOperations files) {
    this.directory = directory;
    this.lock = new PoolLock(directory, lockTimeout);
    this.state = new StateFiles(directory, files, new Judge(directory, files, processes, clock));
    this.snapshots = new SnapshotReader(state);
    this.standings = new StandingReader(state, lock);
    this.transitions = new Transitions(state, lock, snapshots);
  }

  /** Opens the pool in that directory. */
  public static Pool open(
      PoolDirectory directory, Processes processes, Clock clock, Duration lockTimeout) {
    return new Pool(directory, processes, clock, lockTimeout, new PosixFileOperations());
  }

  public PoolDirectory directory() {
    return directory;
  }

  /** Lists the pool, without the lock. */
  public PoolSnapshot snapshot() {
    try {
      PoolSnapshot snapshot = snapshots.read();
      warn(snapshot.problems());
      return snapshot;
    } catch (IOException e) {
      throw StateFiles.failure(directory, "list the pool", e);
    }
  }

  /**
   * Runs several transitions and the decisions between them under one hold of the lock. Only file
   * operations belong in there: no probe, connection, launch or wait. {@code what} is for messages.
   */
  <T> T inLock(String what, Function<Transitions, T> work) {
    return lock.hold(what, () -> work.apply(transitions));
  }

  /** The launcher's first step: {@code pending-<uid>.json} and the member's directory. */
  public void announce(
      Uid uid, Fingerprint fingerprint, String sparkVersion, ProcessIdentity launcher) {
    inLock(
        "announce " + uid,
        held -> {
          held.announce(uid, fingerprint, sparkVersion, launcher);
          return true;
        });
  }

  /**
   * The member's first step: writes {@code process.json}, then adds the identity to its pending
   * entry.
   *
   * @return false if nobody waits for this member any more (no pending entry): it must end
   */
  public boolean identify(Uid uid, ProcessIdentity self) {
    try {
      state.records.write(directory.processFile(uid), RecordCodec.process(self));
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw StateFiles.failure(directory, "write who member " + uid + " is", e);
    }
    return inLock("identify " + uid, held -> held.identify(uid, self));
  }

  /**
   * Makes a pending member ready.
   *
   * @return false if the pending entry is gone or retired: the member must end
   */
  public boolean publish(Uid uid, MemberRecord member) {
    return inLock("publish " + uid, held -> held.publish(uid, member));
  }

  /**
   * Records a failed launch: {@code failure.json} stays in the member's directory for a day, and
   * the pending entry goes; but if the member's process may still live, it is retired, so that it
   * is tracked until it is gone.
   */
  public void fail(Uid uid, LaunchFailure failure) {
    inLock(
        "fail " + uid,
        held -> {
          held.fail(uid, failure);
          return true;
        });
  }

  /**
   * Like {@link #fail}, for who started the member, and never throws: if the failure cannot be
   * written down, because the disk is full, this JVM's claimants are told nevertheless, and others
   * find that the launch is gone.
   */
  public void failOrTellHere(FailedLaunch failed) {
    try {
      fail(failed.uid(), failed.failure());
    } catch (PoolException e) {
      LaunchFailure failure = failed.failure();
      snapshots.addUnrecorded(
          new FailedLaunch(
              failed.uid(),
              failed.fingerprint(),
              new LaunchFailure(
                  failure.message() + "; nor can that be written down: " + e.getMessage(),
                  failure.detail(),
                  failure.at())));
      try {
        inLock("give up " + failed.uid(), held -> held.giveUp(failed.uid(), failure.message()));
      } catch (PoolException again) {
        LOG.debug("Member {} is not given up", failed.uid(), again);
      }
    }
  }

  /** Returns whether a member is being started, as far as can be seen without the lock. */
  public boolean isPending(Uid uid) {
    return Files.exists(directory.resolve(new EntryName.Pending(uid)));
  }

  /** Tells a member where it stands. */
  public Standing standing(Uid uid) {
    return standings.read(uid);
  }

  /** Claims an idle member; empty if it is not idle any more. */
  public Optional<Claim> claim(Uid uid, Claimant claimant) {
    return inLock("claim " + uid, held -> held.claim(uid, claimant));
  }

  /**
   * Gives a member back, one use older.
   *
   * @return false if the claim does not hold any more: the member was retired, or is gone
   */
  public boolean giveBack(Claim claim) {
    return inLock("give back " + claim.uid(), held -> held.giveBack(claim));
  }

  /**
   * Takes a member out of service, whatever its state; ending its process is the reaper's.
   *
   * @return false if there was nothing to retire: no state file, or retired already
   */
  public boolean retire(Uid uid, String reason) {
    return inLock("retire " + uid, held -> held.retire(uid, reason));
  }

  /**
   * Retires a member, unless somebody has claimed it meanwhile: the member's own decision to go.
   *
   * @return false if it was not idle any more
   */
  public boolean retireIdle(Uid uid, String reason) {
    return inLock(
        "retire idle " + uid,
        held ->
            held.snapshot().entry(uid).orElse(null) instanceof PoolEntry.Idle
                && held.retire(uid, reason));
  }

  /**
   * Removes what is left of a member whose process is proved gone; the directory of a failed launch
   * stays for a day.
   */
  public void forget(Uid uid) {
    inLock("retire " + uid, held -> held.retire(uid, "its process is gone"));
    try {
      // A directory may be large, and nobody else wants it any more: not under the lock.
      if (!state.keepsDirectory(uid)) {
        state.memberFiles.delete(uid);
      }
    } catch (IOException e) {
      throw StateFiles.failure(directory, "delete the directory of member " + uid, e);
    }
    inLock(
        "forget " + uid,
        held -> {
          held.forget(uid);
          return true;
        });
  }

  /** Joins the queue; the ticket is the caller's, and unique among those of its process. */
  public void enqueue(Waiter waiter) {
    inLock(
        "enqueue",
        held -> {
          held.enqueue(waiter);
          return true;
        });
  }

  /** Leaves the queue; nothing happens if the entry is gone. */
  public void dequeue(EntryName.Waiting name) {
    inLock(
        "dequeue",
        held -> {
          held.dequeue(name);
          return true;
        });
  }

  /**
   * Repairs what dead processes left, as far as no signal is needed: duplicates are resolved,
   * members of dead claimants, dead launches and unbelievable records become retired, gone members
   * are forgotten, queue entries of dead claimants and leftover temporary files removed. What then
   * is retired is for the reaper to end.
   */
  public RepairReport repair() {
    Repair.Result result = inLock("repair", Transitions::repair);
    warn(result.problems());
    List<String> actions = new ArrayList<>(result.actions());
    for (Uid uid : result.forgettable()) {
      try {
        forget(uid);
        actions.add("member " + uid + " is forgotten: its process is gone");
      } catch (PoolException e) {
        warn(List.of(e.getMessage() + " It is tried again later."));
      }
    }
    return new RepairReport(actions);
  }

  private void warn(List<String> problems) {
    for (String problem : problems) {
      if (warned.add(problem)) {
        LOG.warn("In the pool directory {}: {}", directory, problem);
      }
    }
  }
}
