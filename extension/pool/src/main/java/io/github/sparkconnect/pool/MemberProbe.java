package io.github.sparkconnect.pool;

/** Asks a member whether it is fit to be claimed; called outside the lock. */
@FunctionalInterface
public interface MemberProbe {

  /**
   * Returns what an authenticated call with a deadline found.
   *
   * @throws PoolException if the claimant cannot ask any member, and so cannot have one
   */
  Health probe(MemberRecord member);
}
