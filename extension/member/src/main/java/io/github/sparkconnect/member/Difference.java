package io.github.sparkconnect.member;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is not as it was at the baseline.
 *
 * @param kind what it is one of, as a plural: "tables"
 * @param name which one, in words
 * @param undo makes it as it was; absent if nothing can
 */
record Difference(String kind, String name, @Nullable Undo undo) {

  /** Restores the baseline in one respect. */
  @FunctionalInterface
  interface Undo {
    void run() throws Exception;
  }

  /** A difference that stays: the member cannot be used again. */
  static Difference permanent(String kind, String name) {
    return new Difference(kind, name, null);
  }
}
