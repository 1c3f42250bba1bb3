package io.github.sparkconnect.pool;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What {@code /proc/<pid>/stat} says that matters here.
 *
 * @param state the state letter, such as {@code R}, {@code S}, {@code T} or {@code Z}
 * @param threads how many threads the process still has
 * @param startTicks when it started, in clock ticks since the machine booted
 */
record ProcStat(char state, long threads, long startTicks) {

  private static final Pattern SPACES = Pattern.compile(" +");

  // Fields are numbered from 1 in proc(5); the third is the first one after the command.
  private static final int FIRST_AFTER_COMMAND = 3;
  private static final int STATE = 3 - FIRST_AFTER_COMMAND;
  private static final int THREADS = 20 - FIRST_AFTER_COMMAND;
  private static final int START_TICKS = 22 - FIRST_AFTER_COMMAND;

  /**
   * Returns the parsed line, or empty if it is none.
   *
   * <p>The command stands in parentheses and may itself hold spaces, parentheses and line breaks,
   * so the fields are counted from the last closing parenthesis.
   */
  static Optional<ProcStat> parse(String line) {
    int end = line.lastIndexOf(')');
    if (end < 0) {
      return Optional.empty();
    }
    String[] fields = SPACES.split(line.substring(end + 1).strip(), -1);
    if (fields.length <= START_TICKS || fields[STATE].length() != 1) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new ProcStat(
              fields[STATE].charAt(0),
              Long.parseLong(fields[THREADS]),
              Long.parseUnsignedLong(fields[START_TICKS])));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns whether the process has ended and only waits to be collected by its parent. A main
   * thread that ended before the others looks like a zombie too; its process lives.
   */
  boolean isDead() {
    return state == 'X' || state == 'x' || (state == 'Z' && threads <= 1);
  }

  /** Returns whether the process is stopped, and so cannot act on a signal that it handles. */
  boolean isStopped() {
    return state == 'T' || state == 't';
  }
}
