package io.github.sparkconnect.pool;

/** Where a member stands, as it asks about itself. */
public sealed interface Standing {

  /** Not yet published. */
  record Pending() implements Standing {}

  /** Ready, and nobody's. */
  record Idle(MemberRecord member) implements Standing {}

  /**
   * Owned.
   *
   * @param claimant a text for messages: who holds it
   * @param alive whether the claimant still lives; {@link Liveness#UNKNOWN}: ask again
   */
  record Claimed(MemberRecord member, String claimant, Liveness alive) implements Standing {}

  /** Told to go. */
  record Retired(String reason) implements Standing {}

  /** Without a state file, or without the whole pool directory; concluded under the lock. */
  record Gone() implements Standing {}

  /** With a record that cannot be believed: the member retires. */
  record Malformed(String problem) implements Standing {}

  /** With a record that cannot be read right now: ask again. */
  record Unreadable(String problem) implements Standing {}
}
