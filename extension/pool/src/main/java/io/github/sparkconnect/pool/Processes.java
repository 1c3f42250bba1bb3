package io.github.sparkconnect.pool;

import java.util.Optional;

/**
 * The one authority on processes: who they are, whether they live, and the only way to signal one.
 */
public interface Processes {

  /** Returns the identity of this process. */
  ProcessIdentity self();

  /**
   * Returns the identity of the process that has this pid now, or empty if there is none or it is a
   * zombie; never throws, whatever the number.
   */
  Optional<ProcessIdentity> identify(long pid);

  /** Returns whether the process with this identity still lives. */
  Liveness liveness(ProcessIdentity identity);

  /**
   * Returns whether that very process lives, runs as our user, <em>and</em> its command line is our
   * member main with this uid. A stranger's counts as gone; if it cannot be looked at, that is
   * unknown.
   */
  Liveness member(ProcessIdentity identity, Uid uid);

  /** Returns whether that very process is proved to live and to be that member. */
  default boolean isMember(ProcessIdentity identity, Uid uid) {
    return member(identity, uid) == Liveness.SAME;
  }

  /** Returns whether that very process is stopped (SIGSTOP), as far as that can be told. */
  boolean isStopped(ProcessIdentity identity);

  /**
   * Sends TERM, after the proof of {@link #isMember}; to a stopped process (SIGSTOP), which could
   * not act on that, KILL.
   */
  SignalResult terminate(ProcessIdentity identity, Uid uid);

  /** Sends KILL, after the proof of {@link #isMember}. */
  SignalResult kill(ProcessIdentity identity, Uid uid);
}
