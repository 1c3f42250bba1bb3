package io.github.sparkconnect.junit;

import java.nio.charset.Charset;
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
