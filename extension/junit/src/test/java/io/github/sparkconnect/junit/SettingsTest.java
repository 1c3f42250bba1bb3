package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

  private final Map<String, String> parameters = new HashMap<>();
  private final Properties properties = new Properties();
  private final Map<String, String> environment = new HashMap<>();

  @Nested
  class Sources {

    @Test
    void theOrderIsParameterPropertyVariableDefault() {
      assertThat(settings().get(Settings.MASTER)).isEqualTo("local[2]");
      assertThat(settings().source(Settings.MASTER)).hasToString("default");

      environment.put("SPARKCONNECT_MASTER", "local[3]");
      assertThat(settings().get(Settings.MASTER)).isEqualTo("local[3]");
      assertThat(settings().source(Settings.MASTER))
          .hasToString("environment variable SPARKCONNECT_MASTER");

      properties.setProperty("sparkconnect.master", "local[4]");
      assertThat(settings().get(Settings.MASTER)).isEqualTo("local[4]");
      assertThat(settings().source(Settings.MASTER))
          .hasToString("system property sparkconnect.master");

      parameters.put("sparkconnect.master", "local[5]");
      assertThat(settings().get(Settings.MASTER)).isEqualTo("local[5]");
      assertThat(settings().source(Settings.MASTER))
          .hasToString("JUnit configuration parameter sparkconnect.master");
    }

    @Test
    void aSystemPropertyThatJUnitPassesOnIsCalledOne() {
      properties.setProperty("sparkconnect.master", "local[4]");
      parameters.put("sparkconnect.master", "local[4]");

      assertThat(settings().source(Settings.MASTER))
          .hasToString("system property sparkconnect.master");
    }

    @Test
    void aBlankValueIsNone() {
      parameters.put("sparkconnect.pool.dir", " ");
      properties.setProperty("sparkconnect.pool.dir", "");
      environment.put("SPARKCONNECT_POOL_DIR", "/there");

      assertThat(settings().get(Settings.POOL_DIR)).isEqualTo(Path.of("/there"));
    }

    @Test
    void camelHumpsBecomeUnderscoresInEveryLocale() {
      Locale before = Locale.getDefault();
      try {
        for (String tag : List.of("en-US", "tr-TR", "th-TH-u-nu-thai", "ar-EG")) {
          Locale.setDefault(Locale.forLanguageTag(tag));
          assertThat(Settings.POOL_IDLE_TIMEOUT.variable())
              .isEqualTo("SPARKCONNECT_POOL_IDLE_TIMEOUT");
          assertThat(Settings.SERVER_JAVA_HOME.variable())
              .isEqualTo("SPARKCONNECT_SERVER_JAVA_HOME");
        }
      } finally {
        Locale.setDefault(before);
      }
    }
  }

  @Nested
  class Values {

    @ParameterizedTest
    @CsvSource({
      "500ms, PT0.5S",
      "30s, PT30S",
      "5m, PT5M",
      "5 min, PT5M",
      "2h, PT2H",
      "1d, PT24H",
      "PT1M30S, PT1M30S",
      "30S, PT30S",
      "P1D, PT24H"
    })
    void durations(String text, Duration expected) {
      parameters.put("sparkconnect.pool.idleTimeout", text);

      assertThat(settings().get(Settings.POOL_IDLE_TIMEOUT)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"30", "soon", "-5s", "0s", "PT-1S", "9999999999d", "١٠s", "1e3s", "P1Y"})
    void wrongDurations(String text) {
      environment.put("SPARKCONNECT_POOL_IDLE_TIMEOUT", text);

      assertThatThrownBy(() -> settings().get(Settings.POOL_IDLE_TIMEOUT))
          .isInstanceOf(SettingException.class)
          .hasMessageStartingWith(
              "environment variable SPARKCONNECT_POOL_IDLE_TIMEOUT has the value '"
                  + text
                  + "': expected a duration");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "two", "1.5", "99999999999", "٣", "²"})
    void wrongCounts(String text) {
      properties.setProperty("sparkconnect.pool.maxMembers", text);

      assertThatThrownBy(() -> settings().get(Settings.POOL_MAX_MEMBERS))
          .isInstanceOf(SettingException.class)
          .hasMessage(
              "system property sparkconnect.pool.maxMembers has the value '"
                  + text
                  + "': expected a whole number, at least 1");
    }

    @Test
    void wrongChoices() {
      parameters.put("sparkconnect.session", "per_test");
      parameters.put("sparkconnect.disabledWithoutServer", "yes");

      assertThatThrownBy(() -> settings().get(Settings.SESSION))
          .hasMessage(
              "JUnit configuration parameter sparkconnect.session has the value 'per_test':"
                  + " expected `PER_CLASS` or `PER_METHOD`");
      assertThatThrownBy(() -> settings().get(Settings.DISABLED_WITHOUT_SERVER))
          .hasMessageEndingWith("has the value 'yes': expected true or false");
      parameters.put("sparkconnect.session", "per_method");
      assertThat(settings().get(Settings.SESSION)).isEqualTo(SessionScope.PER_METHOD);
    }

    @Test
    void listsPairsAndArguments() {
      parameters.put("sparkconnect.packages", "a:b:1, c:d:2\ne:f:3,");
      parameters.put("sparkconnect.serverConf", "spark.a=1,2; spark.b = x=y\nspark.c=");
      parameters.put("sparkconnect.jvmArgs", "-Xmx2g '-Dx=a b' -Dy=\"c d\"");

      assertThat(settings().get(Settings.PACKAGES)).containsExactly("a:b:1", "c:d:2", "e:f:3");
      assertThat(settings().get(Settings.SERVER_CONF))
          .isEqualTo(Map.of("spark.a", "1,2", "spark.b", "x=y", "spark.c", ""));
      assertThat(settings().get(Settings.JVM_ARGS)).containsExactly("-Xmx2g", "-Dx=a b", "-Dy=c d");
      parameters.put("sparkconnect.serverConf", "spark.a");
      assertThatThrownBy(() -> settings().get(Settings.SERVER_CONF))
          .hasMessageEndingWith("expected key=value, but was: 'spark.a'");
      parameters.put("sparkconnect.jvmArgs", "'-Dx=a b");
      assertThatThrownBy(() -> settings().get(Settings.JVM_ARGS))
          .hasMessageEndingWith("expected a closing '");
    }

    @Test
    void aPathThatCannotExist() {
      parameters.put("sparkconnect.pool.dir", "a\0b");

      assertThatThrownBy(() -> settings().get(Settings.POOL_DIR))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("expected a path that this JVM can open");
    }

    @Test
    void everyDefaultIsReadable() {
      for (Setting<?> setting : Settings.ALL) {
        settings().find(setting);
      }
      assertThat(settings().get(Settings.POOL_MAX_MEMBERS)).isGreaterThanOrEqualTo(2);
      assertThat(settings().find(Settings.POOL_DIR)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 2", "2, 64, 2", "8, 64, 8", "8, 16, 6", "64, 4, 2"})
    void capacityComesFromCoresAndMemory(int cores, long gigabytes, int expected) {
      assertThat(DefaultCapacity.members(cores, gigabytes << 30)).isEqualTo(expected);
    }
  }

  @Nested
  class UnknownOnes {

    @Test
    void areNamedWithTheNearest() {
      properties.setProperty("sparkconnect.pool.idletimeout", "5m");
      properties.setProperty("sparkconnect.packges", "x");
      properties.setProperty("sparkconnect.master", "local");
      properties.setProperty("spark.master", "local");
      environment.put("SPARKCONNECT_POOL_MAXMEMBERS", "3");
      environment.put("SPARK_HOME", "/spark");

      assertThat(settings().unknown(List.of("sparkconnect.sesion", "junit.jupiter.x")))
          .containsExactlyInAnyOrder(
              "JUnit configuration parameter sparkconnect.sesion is no setting and has no effect;"
                  + " did you mean sparkconnect.session?",
              "system property sparkconnect.pool.idletimeout is no setting and has no effect; did"
                  + " you mean sparkconnect.pool.idleTimeout?",
              "system property sparkconnect.packges is no setting and has no effect; did you mean"
                  + " sparkconnect.packages?",
              "environment variable SPARKCONNECT_POOL_MAXMEMBERS is no setting and has no effect;"
                  + " did you mean SPARKCONNECT_POOL_MAX_MEMBERS?");
    }
  }

  @Nested
  class Documentation {

    @Test
    void theTableHasEverySettingOnce() {
      String table = SettingsTable.markdown();

      assertThat(table.lines()).hasSize(Settings.ALL.size() + 2).allMatch(l -> l.startsWith("|"));
      for (Setting<?> setting : Settings.ALL) {
        assertThat(table).containsOnlyOnce("| `" + setting.key() + "` |");
      }
      assertThat(table)
          .contains(
              "| `sparkconnect.pool.idleTimeout` | duration | `30m` | How long a server may be"
                  + " unused before it ends itself. |\n");
    }

    @Test
    void everyDeclaredSettingIsInTheList() throws IllegalAccessException {
      for (var field : Settings.class.getDeclaredFields()) {
        if (field.getType() == Setting.class) {
          assertThat(Settings.ALL).contains((Setting<?>) field.get(null));
        }
      }
    }
  }

  private Settings settings() {
    return Settings.of(key -> Optional.ofNullable(parameters.get(key)), properties, environment);
  }
}
