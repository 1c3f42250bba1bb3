package io.github.sparkconnect.pool;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The range of times in records: whole milliseconds from 1970 to the end of the year 9999. */
final class Timestamps {

  /** The last millisecond of the year 9999. */
  static final long MAX_MILLIS = 253_402_300_799_999L;

  private Timestamps() {}

  /** Returns the time in whole milliseconds, as records hold it, if it is in range. */
  static Instant checked(String name, Instant time) {
    if (time.isBefore(Instant.EPOCH) || time.isAfter(Instant.ofEpochMilli(MAX_MILLIS))) {
      throw new IllegalArgumentException(
          "'" + name + "' must be between 1970 and the end of the year 9999, but was: " + time);
    }
    return time.truncatedTo(ChronoUnit.MILLIS);
  }
}
