package io.github.sparkconnect.junit;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h}, {@code 1d} or ISO-8601. */
final class Durations {

  private static final Pattern SHORT = Pattern.compile("([0-9]{1,12}) ?(ms|s|m|min|h|d)");
  // Far below the 292 years that a count of nanoseconds can hold.
  private static final Duration LONGEST = Duration.ofDays(3_650);

  private Durations() {}

  /**
   * @throws IllegalArgumentException if {@code text} is no duration, not positive or over ten years
   */
  static Duration parse(String text) {
    Duration duration = read(text);
    if (duration.isNegative() || duration.isZero() || duration.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("expected a duration above zero and up to 3650d");
    }
    return duration;
  }

  private static Duration read(String text) {
    Matcher matcher = SHORT.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      try {
        return Duration.parse(text);
      } catch (DateTimeParseException e) {
        throw new IllegalArgumentException(
            "expected a duration such as 30s, 5m or the ISO form PT5M", e);
      }
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "h" -> Duration.ofHours(amount);
      case "d" -> Duration.ofDays(amount);
      default -> Duration.ofMinutes(amount);
    };
  }
}
