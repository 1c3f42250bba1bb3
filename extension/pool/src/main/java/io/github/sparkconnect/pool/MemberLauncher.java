package io.github.sparkconnect.pool;

/** Starts member processes; called outside the lock, after the member was announced. */
@FunctionalInterface
public interface MemberLauncher {

  /**
   * Starts the process of an announced member and returns without waiting for it to be ready.
   *
   * <p>Whoever starts a process knows best how it ended. From then on it sees to it that one that
   * ends before it is ready, or takes too long, is told to everybody who waits, by {@link
   * Pool#fail}. If this JVM dies, the repair of the pool does the same, only later.
   *
   * @return the identity of the started process
   * @throws PoolException if it could not be started
   */
  ProcessIdentity launch(Uid uid);
}
