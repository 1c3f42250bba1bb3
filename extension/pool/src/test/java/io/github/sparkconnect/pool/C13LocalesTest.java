package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Case C13: what a JVM writes does not depend on its locale, so that JVMs of different locales
 * understand each other; whether they share members is the fingerprint's to say.
 */
@Timeout(60)
class C13LocalesTest {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"tr-TR", "ar-EG", "th-TH", "th-TH-u-ca-buddhist-nu-thai"})
  void thePoolLooksTheSame(String tag) throws Exception {
    List<String> here = lines(tag, directory.resolve("here").toString());

    assertThat(here)
        .isEqualTo(lines("en-US", directory.resolve("there").toString()))
        .anyMatch(line -> line.startsWith("server-UID.json {"))
        .anyMatch(line -> line.matches("claimed-[0-9]+-UID\\.json .*MILLIS.*"))
        .anyMatch(line -> line.matches("waiting-[0-9]+-1234567\\.json .*"))
        .anyMatch(line -> line.contains("is ending, because IT IS IDLE"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tr-TR", "ar-EG", "th-TH"})
  void theFingerprintDiffersInTheLocaleOnly(String tag) throws Exception {
    List<String> here = lines(tag, directory.toString(), "fingerprint");
    List<String> there = lines("en-US", directory.toString(), "fingerprint");

    assertThat(here.get(0))
        .contains("locale=" + tag)
        .isEqualTo(there.get(0).replace("locale=en-US", "locale=" + tag));
  }

  private static List<String> lines(String tag, String... arguments) throws Exception {
    Locale locale = Locale.forLanguageTag(tag);
    List<String> options = new ArrayList<>();
    options.add("-Duser.language=" + locale.getLanguage());
    options.add("-Duser.country=" + locale.getCountry());
    options.add("-Duser.extensions=" + tag.replaceFirst("^[^-]+-[^-]+-?", ""));
    try (ChildJvm jvm = ChildJvm.start(List.of(), options, LocaleMain.class, arguments)) {
      List<String> lines = new ArrayList<>();
      String line = jvm.line();
      while (!line.equals("null")) {
        lines.add(line);
        line = jvm.line();
      }
      assertThat(jvm.exit()).isZero();
      return lines;
    }
  }
}
