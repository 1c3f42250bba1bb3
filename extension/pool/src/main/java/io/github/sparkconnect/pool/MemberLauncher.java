package io.github.sparkconnect.pool;

/** Starts member processes; called outside the lock, after the member was announced. */
@FunctionalInterface
public interface MemberLauncher {

  /**
   * Starts the process of an announced member and returns without waiting for it to be ready.
   *
   * @return the identity of the started process
   * @throws PoolException if it could not be started
   */
  ProcessIdentity launch(Uid uid);
}
