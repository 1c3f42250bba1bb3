package io.github.sparkconnect.pool;

import java.util.Optional;

/** The pool's transitions, for whoever holds the lock; each fails clearly without it. */
@SuppressWarnings("DoNotCallSuggester")
final class Transitions {

  /** Lists the pool. */
  PoolSnapshot snapshot() {
    throw new UnsupportedOperationException();
  }

  /** See {@link Pool#announce}. */
  void announce(Uid uid, Fingerprint fingerprint, String sparkVersion, ProcessIdentity launcher) {
    throw new UnsupportedOperationException();
  }

  /** See {@link Pool#fail}. */
  void fail(Uid uid, LaunchFailure failure) {
    throw new UnsupportedOperationException();
  }

  /** See {@link Pool#claim}. */
  Optional<Claim> claim(Uid uid, Claimant claimant) {
    throw new UnsupportedOperationException();
  }

  /** See {@link Pool#giveBack}. */
  boolean giveBack(Claim claim) {
    throw new UnsupportedOperationException();
  }

  /** See {@link Pool#retire}. */
  boolean retire(Uid uid, String reason) {
    throw new UnsupportedOperationException();
  }

  /** See {@link Pool#forget}. */
  void forget(Uid uid) {
    throw new UnsupportedOperationException();
  }

  /** See {@link Pool#enqueue}. */
  void enqueue(Waiter waiter) {
    throw new UnsupportedOperationException();
  }

  /** See {@link Pool#dequeue}. */
  void dequeue(EntryName.Waiting name) {
    throw new UnsupportedOperationException();
  }

  /** See {@link Pool#repair}. */
  RepairReport repair() {
    throw new UnsupportedOperationException();
  }
}
