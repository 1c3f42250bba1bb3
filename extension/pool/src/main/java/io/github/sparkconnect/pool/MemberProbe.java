package io.github.sparkconnect.pool;

/** Asks a member whether it is fit to be claimed; called outside the lock. */
@FunctionalInterface
public interface MemberProbe {

  /** Returns what an authenticated call with a deadline found; never throws. */
  Health probe(MemberRecord member);
}
