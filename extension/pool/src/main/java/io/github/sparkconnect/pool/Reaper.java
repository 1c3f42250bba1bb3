package io.github.sparkconnect.pool;

import java.time.Clock;
import java.time.Duration;

/** Ends what should not live any more, and removes what dead processes left. */
@SuppressWarnings({"DoNotCallSuggester", "UnusedVariable"})
public final class Reaper {

  /** Creates a reaper of that pool. */
  public Reaper(Pool pool, Processes processes, Clock clock) {}

  /** One pass, which waits for nothing but the lock. */
  public ReapReport reap() {
    throw new UnsupportedOperationException();
  }

  /** Passes until nothing is left to end, or that time is over. */
  public ReapReport reapUntilQuiet(Duration limit) {
    throw new UnsupportedOperationException();
  }
}
