package io.github.sparkconnect.pool;

import java.time.Duration;

/**
 * Told what a claimant waits for, so that it can be shown. Called on the claimant's thread, outside
 * the lock; every reason is one line, the ending of a sentence.
 */
public interface AcquireListener {

  /** A listener that does nothing. */
  AcquireListener SILENT = new AcquireListener() {};

  /**
   * No member could be reused, and one is started.
   *
   * @param reason why none fits, such as {@code the nearest, 0123456789ab, differs in jvmArgs: here
   *     '-Xmx2g', there '-Xmx1g'}
   */
  default void booting(Uid uid, String reason) {}

  /**
   * The claimant waits; called when it begins to, and when the reason changes.
   *
   * @param reason for what: a member that boots, or who holds what
   */
  default void waiting(String reason) {}

  /** A member that seemed to fit is unfit, and was retired; the next one is tried. */
  default void rejected(Uid uid, String reason) {}

  /** The claimant has its member. */
  default void acquired(Claim claim, Duration waited) {}
}
