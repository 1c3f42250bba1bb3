package io.github.sparkconnect.junit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Map;
import java.util.Properties;

/**
 * How a JVM and the ones that it starts spell file names.
 *
 * <p>A JVM takes this from the locale of its environment and not from an option. Under {@code
 * LC_ALL=C} it cannot express anything but ASCII, so that a table called {@code größe} would be
 * lost: servers then run with a UTF-8 locale. With another encoding, such as Latin-1, the names on
 * the disk are spelt in it, and servers do as the test does.
 *
 * @param charset what a server uses
 * @param needsUtf8Locale whether its environment must be told so
 */
record FileNameEncoding(Charset charset, boolean needsUtf8Locale) {

  static FileNameEncoding of(Properties systemProperties) {
    Charset own = charset(systemProperties.getProperty("sun.jnu.encoding", "UTF-8"));
    return own.equals(US_ASCII)
        ? new FileNameEncoding(UTF_8, true)
        : new FileNameEncoding(own, false);
  }

  void applyTo(Map<String, String> environment, Properties systemProperties) {
    if (needsUtf8Locale) {
      boolean mac = systemProperties.getProperty("os.name", "").startsWith("Mac");
      environment.put("LC_ALL", mac ? "en_US.UTF-8" : "C.UTF-8");
    }
  }

  private static Charset charset(String name) {
    try {
      return Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return UTF_8;
    }
  }
}
