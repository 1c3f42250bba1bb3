package io.github.sparkconnect.pool;

import java.time.Instant;
import java.util.List;

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

  /** Returns the message, with what may help if that is known, whoever recorded the failure. */
  public String explanation() {
    List<String> remedies = Remedy.of(message, detail.lines().toList());
    return remedies.isEmpty()
        ? message
        : message + " (what may help: " + String.join("; ", remedies) + ")";
  }
}
