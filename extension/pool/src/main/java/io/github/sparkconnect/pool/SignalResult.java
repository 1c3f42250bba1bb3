package io.github.sparkconnect.pool;

/** What became of a request to signal a process. */
public enum SignalResult {
  /** The process was proved to be the member, and the signal was sent. */
  SENT,
  /** The process is gone already. */
  GONE,
  /** The process could not be proved to be the member; nothing was sent. */
  NOT_PROVED,
  /** The process is the member, but the operating system refused or failed. */
  FAILED
}
