package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Uid;
import java.util.HashSet;
import java.util.Set;

/** Counts what this JVM had from the pool, for the line at its end. Thread-safe. */
final class Tally {

  private int classes;
  private int booted;
  private int failed;
  private int reused;
  private int retired;
  private final Set<Uid> members = new HashSet<>();
  private boolean changed;

  /** This JVM starts a member. */
  synchronized void booting() {
    booted++;
    changed = true;
  }

  /** A member that this JVM started did not become ready. */
  synchronized void bootFailed() {
    booted--;
    failed++;
    changed = true;
  }

  /**
   * A class got a member.
   *
   * @param uses how many classes it has served before
   */
  synchronized void claimed(Uid uid, long uses) {
    classes++;
    members.add(uid);
    if (uses > 0) {
      reused++;
    }
    changed = true;
  }

  synchronized void retired() {
    retired++;
    changed = true;
  }

  /** Returns a line about what has happened, or an empty text if nothing has since the last one. */
  synchronized String line() {
    if (!changed) {
      return "";
    }
    changed = false;
    return count(classes, "test class", "test classes")
        + " on "
        + count(members.size(), "server", "servers")
        + ": "
        + booted
        + " booted, "
        + reused
        + " reused"
        + (failed == 0 ? "" : ", " + failed + " failed to start")
        + (retired == 0 ? "" : ", " + retired + " retired");
  }

  private static String count(int number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }
}
