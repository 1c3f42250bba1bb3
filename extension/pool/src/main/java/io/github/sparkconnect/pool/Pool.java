package io.github.sparkconnect.pool;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** The pool on disk: the only code that creates, renames and deletes state files. */
@SuppressWarnings("DoNotCallSuggester")
public final class Pool {

  private Pool() {}

  /** Opens the pool in that directory. */
  public static Pool open(
      PoolDirectory directory, Processes processes, Clock clock, Duration lockTimeout) {
    throw new UnsupportedOperationException();
  }

  public PoolDirectory directory() {
    throw new UnsupportedOperationException();
  }

  /** Lists the pool, without the lock. */
  public PoolSnapshot snapshot() {
    throw new UnsupportedOperationException();
  }

  /**
   * Runs several transitions and the decisions between them under one hold of the lock. Only file
   * operations belong in there: no probe, connection, launch or wait. {@code what} is for messages.
   */
  <T> T inLock(String what, Function<Transitions, T> work) {
    throw new UnsupportedOperationException();
  }

  /** The launcher's first step: {@code pending-<uid>.json} and the member's directory. */
  public void announce(
      Uid uid, Fingerprint fingerprint, String sparkVersion, ProcessIdentity launcher) {
    throw new UnsupportedOperationException();
  }

  /**
   * The member's first step: writes {@code process.json}, then adds the identity to its pending
   * entry.
   *
   * @return false if nobody waits for this member any more (no pending entry): it must end
   */
  public boolean identify(Uid uid, ProcessIdentity self) {
    throw new UnsupportedOperationException();
  }

  /**
   * Makes a pending member ready.
   *
   * @return false if the pending entry is gone or retired: the member must end
   */
  public boolean publish(Uid uid, MemberRecord member) {
    throw new UnsupportedOperationException();
  }

  /**
   * Records a failed launch: {@code failure.json} stays in the member's directory for a day, and
   * the pending entry goes; but if the member's process may still live, it is retired, so that it
   * is tracked until it is gone.
   */
  public void fail(Uid uid, LaunchFailure failure) {
    throw new UnsupportedOperationException();
  }

  /** Tells a member where it stands. */
  public Standing standing(Uid uid) {
    throw new UnsupportedOperationException();
  }

  /** Claims an idle member; empty if it is not idle any more. */
  public Optional<Claim> claim(Uid uid, Claimant claimant) {
    throw new UnsupportedOperationException();
  }

  /**
   * Gives a member back, one use older.
   *
   * @return false if the claim does not hold any more: the member was retired, or is gone
   */
  public boolean giveBack(Claim claim) {
    throw new UnsupportedOperationException();
  }

  /**
   * Takes a member out of service, whatever its state; ending its process is the reaper's.
   *
   * @return false if there was nothing to retire: no state file, or retired already
   */
  public boolean retire(Uid uid, String reason) {
    throw new UnsupportedOperationException();
  }

  /** Removes what is left of a member whose process is proved gone; a failed launch's log stays. */
  public void forget(Uid uid) {
    throw new UnsupportedOperationException();
  }

  /** Joins the queue; the ticket is the caller's, and unique among those of its process. */
  public void enqueue(Waiter waiter) {
    throw new UnsupportedOperationException();
  }

  /** Leaves the queue; nothing happens if the entry is gone. */
  public void dequeue(EntryName.Waiting name) {
    throw new UnsupportedOperationException();
  }

  /**
   * Repairs what dead processes left, as far as no signal is needed: duplicates are resolved,
   * members of dead claimants, dead launches and unbelievable records become retired, gone members
   * are forgotten, queue entries of dead claimants and leftover temporary files removed. What then
   * is retired is for the reaper to end.
   */
  public RepairReport repair() {
    throw new UnsupportedOperationException();
  }
}
