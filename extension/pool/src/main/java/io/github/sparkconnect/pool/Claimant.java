package io.github.sparkconnect.pool;

import java.time.Instant;

/**
 * Who holds a member, or waits for one.
 *
 * @param process the JVM
 * @param testClass the test class it claims for, or another word for what it does; not blank
 * @param since when it claimed, or began to wait
 */
public record Claimant(ProcessIdentity process, String testClass, Instant since) {

  /**
   * @throws IllegalArgumentException if {@code testClass} is blank or {@code since} out of range
   */
  public Claimant {
    if (testClass.isBlank()) {
      throw new IllegalArgumentException("the test class of a claimant is blank");
    }
    since = Timestamps.checked("since", since);
  }
}
