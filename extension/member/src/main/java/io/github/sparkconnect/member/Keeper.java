package io.github.sparkconnect.member;

import java.util.List;

/**
 * Knows one kind of state that outlives sessions, and how it was at the baseline: when it was made.
 *
 * <p>Looking is quick when nothing changed and never disturbs. A keeper is used by one thread at a
 * time.
 */
interface Keeper {

  /** Returns what differs from the baseline now. */
  List<Difference> differences();
}
