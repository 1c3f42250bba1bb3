package io.github.sparkconnect.junit;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which versions of Spark this has been run with; others are tried. */
final class SparkVersions {

  static final String OLDEST = "4.0";
  static final String NEWEST = "4.2";

  private static final Pattern MINOR = Pattern.compile("(?<major>\\d{1,4})\\.(?<minor>\\d{1,4}).*");

  private SparkVersions() {}

  /**
   * Returns one line about a version that this has not been run with; a version that cannot be read
   * is none.
   *
   * @param what has that version, for example {@code the server}
   */
  static Optional<String> note(String what, String version) {
    if (compare(version, NEWEST) > 0) {
      return Optional.of(
          "Spark "
              + version
              + " of "
              + what
              + " is newer than "
              + NEWEST
              + ", the newest that spark-connect-junit was run with; it is tried");
    }
    if (compare(version, OLDEST) < 0) {
      return Optional.of(
          "Spark "
              + version
              + " of "
              + what
              + " is older than "
              + OLDEST
              + ", the oldest that spark-connect-junit was run with; it is tried");
    }
    return Optional.empty();
  }

  private static int compare(String version, String known) {
    Matcher left = MINOR.matcher(version);
    Matcher right = MINOR.matcher(known);
    return left.matches() && right.matches() ? Integer.compare(number(left), number(right)) : 0;
  }

  private static int number(Matcher version) {
    return Integer.parseInt(version.group("major")) * 10_000
        + Integer.parseInt(version.group("minor"));
  }
}
