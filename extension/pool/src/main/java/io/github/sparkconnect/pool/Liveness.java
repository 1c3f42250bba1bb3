package io.github.sparkconnect.pool;

/** Whether the process that an identity names still lives. */
public enum Liveness {
  /** That very process lives. */
  SAME,
  /** That process is gone: no such pid, a zombie, the pid reused, another boot. */
  DIFFERENT,
  /**
   * It cannot be told from here: another pid namespace, or what would tell is unreadable. Such a
   * process is never signalled and never claimed, and its entries are kept.
   */
  UNKNOWN
}
