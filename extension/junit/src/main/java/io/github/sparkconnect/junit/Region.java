package io.github.sparkconnect.junit;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.stream.Collectors;

/** The time zone, locale and encoding of a JVM, as a test can see them. */
record Region(TimeZone timeZone, Locale locale, Charset encoding) {

  /** Returns this JVM's at this moment. */
  static Region current() {
    return new Region(TimeZone.getDefault(), Locale.getDefault(), Charset.defaultCharset());
  }

  /**
   * Returns what a server gets: the same, but UTF-8 instead of ASCII. ASCII is what Java falls back
   * to under {@code LC_ALL=C}, and on Java 17 a server that has it cannot write a file whose name
   * has other characters: Hadoop hands the name to a program, in this encoding.
   */
  Region ofServer() {
    return encoding.equals(StandardCharsets.US_ASCII)
        ? new Region(timeZone, locale, StandardCharsets.UTF_8)
        : this;
  }

  /** Returns the options that give another JVM the same. */
  List<String> jvmArgs() {
    List<String> options = new ArrayList<>();
    options.add("-Duser.timezone=" + timeZone.getID());
    options.add("-Duser.language=" + locale.getLanguage());
    options.add("-Duser.script=" + locale.getScript());
    options.add("-Duser.country=" + locale.getCountry());
    options.add("-Duser.variant=" + locale.getVariant());
    // Calendars and digits, such as u-nu-thai.
    options.add(
        "-Duser.extensions="
            + locale.getExtensionKeys().stream()
                .map(key -> key + "-" + locale.getExtension(key))
                .collect(Collectors.joining("-")));
    options.add("-Dfile.encoding=" + encoding.name());
    return options;
  }
}
