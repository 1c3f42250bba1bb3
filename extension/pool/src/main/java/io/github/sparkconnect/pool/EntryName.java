package io.github.sparkconnect.pool;

import java.util.Optional;

/**
 * The name of something that the pool keeps in its directory; the name of a state file is the
 * state.
 *
 * <p>{@link #parse} is the only place that reads names. What it does not accept is not ours and is
 * never touched. It reads names only: a state must also be a regular file and a member directory a
 * directory .
 */
public sealed interface EntryName {

  /** Returns the name as it is spelled in the directory; {@link #parse} gives this value again. */
  String fileName();

  /** The lock file: always empty, never read. */
  record Lock() implements EntryName {
    @Override
    public String fileName() {
      return ".lock";
    }
  }

  /** Who has the lock, for messages. */
  record LockHolder() implements EntryName {
    @Override
    public String fileName() {
      return ".lock-holder";
    }
  }

  /**
   * A file on its way to be renamed to another; left over when its writer died.
   *
   * @param pid the writer
   * @param number tells apart the files of one writer
   */
  record Temporary(long pid, String number) implements EntryName {
    @Override
    public String fileName() {
      return ".tmp-" + pid + "-" + number;
    }
  }

  /**
   * A claimant in the queue.
   *
   * @param pid the claimant, 1 to 2147483647
   * @param ticket its place, positive; the smaller, the longer it waits
   */
  record Waiting(long pid, long ticket) implements EntryName {
    @Override
    public String fileName() {
      return "waiting-" + pid + "-" + ticket + ".json";
    }
  }

  /** The directory of a member. */
  record MemberDirectory(Uid uid) implements EntryName {
    @Override
    public String fileName() {
      return "member-" + uid;
    }
  }

  /** The state of a member. */
  sealed interface State extends EntryName {
    Uid uid();
  }

  /** Being launched. */
  record Pending(Uid uid) implements State {
    @Override
    public String fileName() {
      return "pending-" + uid + ".json";
    }
  }

  /** Ready, and nobody's. */
  record Server(Uid uid) implements State {
    @Override
    public String fileName() {
      return "server-" + uid + ".json";
    }
  }

  /**
   * Owned by a JVM.
   *
   * @param pid that JVM, 1 to 2147483647
   */
  record Claimed(long pid, Uid uid) implements State {
    @Override
    public String fileName() {
      return "claimed-" + pid + "-" + uid + ".json";
    }
  }

  /** On its way out, tracked until its process is gone. */
  record Retired(Uid uid) implements State {
    @Override
    public String fileName() {
      return "retired-" + uid + ".json";
    }
  }

  /** Returns what {@code fileName} names, or empty if that is not ours; never throws. */
  static Optional<EntryName> parse(String fileName) {
    return EntryNameParser.parse(fileName);
  }
}
