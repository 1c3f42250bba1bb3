package io.github.sparkconnect.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;

/**
 * The pool's transitions, for whoever holds the lock; each fails clearly without it.
 *
 * <p>The order of the steps within each is the protocol; the package documentation has a table of
 * what happens when a process dies between two of them.
 */
final class Transitions {

  private final StateFiles state;
  private final PoolLock lock;
  private final SnapshotReader snapshots;
  private final Launches launches;
  private final Claims claims;

  Transitions(StateFiles state, PoolLock lock, SnapshotReader snapshots) {
    this.state = state;
    this.lock = lock;
    this.snapshots = snapshots;
    this.launches = new Launches(state);
    this.claims = new Claims(state);
  }

  /** Work on files. */
  @FunctionalInterface
  private interface Work<T> {
    T run() throws IOException;
  }

  /** Lists the pool. */
  PoolSnapshot snapshot() {
    return locked("list the pool", snapshots::read);
  }

  /** See {@link Pool#announce}. */
  void announce(Uid uid, Fingerprint fingerprint, String sparkVersion, ProcessIdentity launcher) {
    locked(
        "announce member " + uid,
        () -> launches.announce(uid, fingerprint, sparkVersion, launcher));
  }

  /** See {@link Pool#identify}; {@code process.json} is there already. */
  boolean identify(Uid uid, ProcessIdentity self) {
    return locked("identify member " + uid, () -> launches.identify(uid, self));
  }

  /** See {@link Pool#publish}. */
  boolean publish(Uid uid, MemberRecord member) {
    if (!member.uid().equals(uid)) {
      throw new IllegalArgumentException("the record of " + member.uid() + " is not of " + uid);
    }
    ObjectNode record = state.codec.encode(member);
    return locked("publish member " + uid, () -> launches.publish(uid, record));
  }

  /** See {@link Pool#fail}. */
  void fail(Uid uid, LaunchFailure failure) {
    locked("record the failed launch of member " + uid, () -> launches.fail(uid, failure));
  }

  /** The second half of {@link #fail}, when the first is not possible. */
  boolean giveUp(Uid uid, String message) {
    return locked("give up member " + uid, () -> launches.giveUp(uid, message));
  }

  /** See {@link Pool#claim}. */
  Optional<Claim> claim(Uid uid, Claimant claimant) {
    return locked("claim member " + uid, () -> claims.claim(uid, claimant));
  }

  /** See {@link Pool#giveBack}. */
  boolean giveBack(Claim claim) {
    return locked("give back member " + claim.uid(), () -> claims.giveBack(claim));
  }

  /** See {@link Pool#retire}. */
  boolean retire(Uid uid, String reason) {
    return locked("retire member " + uid, () -> state.retire(uid, reason));
  }

  /**
   * See {@link Pool#forget}. The directory first: as long as the entry is there, what is left of it
   * is accounted for.
   */
  void forget(Uid uid) {
    locked(
        "forget member " + uid,
        () -> {
          state.retire(uid, "its process is gone");
          if (!state.keepsDirectory(uid)) {
            state.memberFiles.delete(uid);
          }
          return state.delete(new EntryName.Retired(uid));
        });
  }

  /** See {@link Pool#enqueue}. */
  void enqueue(Waiter waiter) {
    locked(
        "join the queue",
        () -> {
          state.write(waiter.name(), RecordCodec.waiter(waiter));
          return true;
        });
  }

  /** See {@link Pool#dequeue}. */
  void dequeue(EntryName.Waiting name) {
    locked("leave the queue", () -> state.delete(name));
  }

  /** See {@link Pool#repair}; names what is left to forget, which takes longer. */
  Repair.Result repair() {
    return locked("repair the pool", () -> new Repair(state, launches).run());
  }

  private <T> T locked(String what, Work<T> work) {
    lock.require(what);
    try {
      return work.run();
    } catch (IOException e) {
      throw StateFiles.failure(state.directory, what, e);
    }
  }
}
