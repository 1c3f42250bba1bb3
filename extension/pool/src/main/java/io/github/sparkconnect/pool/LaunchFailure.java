package io.github.sparkconnect.pool;

import java.time.Instant;

/**
 * Why a member did not come up.
 *
 * @param message one line: what failed and why
 * @param detail more, such as the end of its log; may be empty
 * @param at when it failed
 */
public record LaunchFailure(String message, String detail, Instant at) {

  /**
   * @throws IllegalArgumentException if {@code message} is blank or {@code at} out of range
   */
  public LaunchFailure {
    if (message.isBlank()) {
      throw new IllegalArgumentException("the message of a launch failure is blank");
    }
    at = Timestamps.checked("at", at);
  }
}
