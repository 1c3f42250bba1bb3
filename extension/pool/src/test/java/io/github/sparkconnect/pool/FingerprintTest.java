package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintTest {

  private static final Map<String, String> CONF = Map.of("spark.a", "1", "spark.b", "x");

  /** A fingerprint of which single inputs are then changed. */
  private static FingerprintBuilder builder(Map<String, ?> conf, Map<String, String> environment) {
    return Fingerprint.builder()
        .master("local[2]")
        .serverConf(conf)
        .versions("4.2.0", "2.13", "0.1")
        .serverClassPath("3 entries, sha256:aa")
        .java(Path.of("/java/17"), "17.0.15")
        .jvmArgs(List.of("-Xmx1g"))
        .workingDirectory(Path.of("/work"))
        .initScript("create table t")
        .regional(ZoneId.of("UTC"), Locale.US, StandardCharsets.UTF_8)
        .environment(environment);
  }

  private static Fingerprint changed(UnaryOperator<FingerprintBuilder> change) {
    return change.apply(builder(CONF, Map.of())).build();
  }

  private static Fingerprint conf(Map<String, ?> conf) {
    return builder(conf, Map.of()).build();
  }

  private static Fingerprint args(String... arguments) {
    return changed(b -> b.jvmArgs(List.of(arguments)));
  }

  private static Fingerprint environment(Map<String, String> environment) {
    return builder(CONF, environment).build();
  }

  private static final Fingerprint BASE = changed(b -> b);

  @Test
  void equalInputsHaveOneFullSha256() {
    assertThat(BASE).isEqualTo(changed(b -> b));
    assertThat(BASE.sha256()).matches("[0-9a-f]{64}");
    assertThat(BASE).isEqualTo(Fingerprint.of(BASE.inputs()));
  }

  @Test
  void theOrderOfConfsDoesNotMatter() {
    Map<String, String> forth = new LinkedHashMap<>();
    Map<String, String> back = new LinkedHashMap<>();
    for (int i = 0; i < 50; i++) {
      forth.put("spark.k" + i, "v" + i);
      back.put("spark.k" + (49 - i), "v" + (49 - i));
    }
    assertThat(conf(forth)).isEqualTo(conf(back));
  }

  @Test
  void aNumberIsItsText() {
    Fingerprint numbers =
        conf(Map.<String, Object>of("spark.a", 1, "spark.b", true, "spark.c", 2L));
    Fingerprint texts = conf(Map.of("spark.a", "1", "spark.b", "true", "spark.c", "2"));
    assertThat(numbers).isEqualTo(texts);
  }

  @Test
  void everyInputKeepsMembersApart() {
    List<Fingerprint> others =
        List.of(
            changed(b -> b.master("local[3]")),
            conf(Map.of("spark.a", "2", "spark.b", "x")),
            conf(Map.of("spark.a", "1")),
            conf(Map.of()),
            changed(b -> b.versions("4.0.0", "2.13", "0.1")),
            changed(b -> b.versions("4.2.0", "3", "0.1")),
            changed(b -> b.versions("4.2.0", "2.13", "0.2")),
            changed(b -> b.serverClassPath("3 entries, sha256:bb")),
            changed(b -> b.java(Path.of("/java/25"), "17.0.15")),
            changed(b -> b.java(Path.of("/java/17"), "17.0.16")),
            args("-Xmx2g"),
            args("-Xmx1g", "-Da=b"),
            args("-Da=b", "-Xmx1g"),
            args(),
            changed(b -> b.workingDirectory(Path.of("/other"))),
            changed(b -> b.initScript("create table u")),
            changed(b -> b.initScript("create table u").initScript("create table v")),
            changed(b -> b.initScript("create table v").initScript("create table u")),
            changed(b -> b.regional(ZoneId.of("Asia/Tokyo"), Locale.US, StandardCharsets.UTF_8)),
            changed(b -> b.regional(ZoneId.of("UTC"), Locale.UK, StandardCharsets.UTF_8)),
            changed(b -> b.regional(ZoneId.of("UTC"), Locale.US, StandardCharsets.US_ASCII)));

    assertThat(others).extracting(Fingerprint::sha256).doesNotHaveDuplicates();
    assertThat(others).extracting(Fingerprint::sha256).doesNotContain(BASE.sha256());
  }

  @Test
  void theBordersBetweenInputsCount() {
    assertThat(args("a b")).isNotEqualTo(args("a", "b"));
    assertThat(args("a\\", "b")).isNotEqualTo(args("a\\ b"));
    assertThat(Fingerprint.of(Map.of("a", "bc")).sha256())
        .isNotEqualTo(Fingerprint.of(Map.of("ab", "c")).sha256());
    assertThat(Fingerprint.of(Map.of("a", "1", "b", "2")).sha256())
        .isNotEqualTo(Fingerprint.of(Map.of("a", "1b2")).sha256());
  }

  @ParameterizedTest
  @ValueSource(strings = {"tr-TR", "ar-EG", "th-TH-u-ca-buddhist-nu-thai"})
  void theLocaleOfTheJvmDoesNotChangeHowInputsAreWritten(String tag) {
    Locale before = Locale.getDefault();
    Map<String, Integer> numbers = Map.of("spark.I", 1234567, "spark.TITLE", 5);
    Fingerprint here = conf(numbers);
    Locale.setDefault(Locale.forLanguageTag(tag));
    try {
      assertThat(conf(numbers)).isEqualTo(here);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void whatWasForgottenIsNamed() {
    assertThatThrownBy(() -> Fingerprint.builder().master("local").build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "a fingerprint needs all its inputs, but lacks: [environment, javaHome, jvmArgs, locale,"
                + " serverClassPath, serverConf, sparkVersion, timeZone, workingDirectory]");
  }

  /** The names are spelled out here again, so that one that falls off the list is missed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SPARK_CONF_DIR",
        "JAVA_HOME",
        "SPARK_HOME",
        "HADOOP_CONF_DIR",
        "PYSPARK_PYTHON",
        "PYSPARK_DRIVER_PYTHON",
        "PYTHONPATH",
        "SPARK_DIST_CLASSPATH",
        "SPARK_DAEMON_MEMORY",
        "SPARK_DRIVER_MEMORY",
        "SPARK_SUBMIT_OPTS",
        "SPARK_DAEMON_JAVA_OPTS"
      })
  void everyListedVariableKeepsMembersApart(String name) {
    UnaryOperator<String> with = value -> environment(Map.of(name, value)).sha256();
    String unset = environment(Map.of()).sha256();

    assertThat(List.of(unset, with.apply(""), with.apply("a"), with.apply("b")))
        .doesNotHaveDuplicates();
    assertThat(with.apply("a")).isEqualTo(with.apply("a"));
  }

  @Test
  void pythonOfDriverAndWorkersCountBoth() {
    assertThat(environment(Map.of("PYSPARK_PYTHON", "a", "PYSPARK_DRIVER_PYTHON", "b")))
        .isNotEqualTo(environment(Map.of("PYSPARK_PYTHON", "b", "PYSPARK_DRIVER_PYTHON", "a")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PATH",
        "HOME",
        "TERM",
        "SPARK_REMOTE",
        "CLASSPATH",
        "JAVA_TOOL_OPTIONS",
        "TMPDIR",
        "SPARK_LOCAL_DIRS",
        "spark_home",
        "SUREFIRE_FORK"
      })
  void otherVariablesDoNot(String name) {
    assertThat(environment(Map.of(name, "x"))).isEqualTo(environment(Map.of()));
  }

  @Nested
  class Secrets {

    @Test
    void areThereAsHashesOnlyAndStillKeepMembersApart() {
      Fingerprint one =
          conf(
              Map.of(
                  "spark.hadoop.fs.s3a.secret.key",
                  "hunter2",
                  "spark.jars",
                  "http://u:hunter2@h/x"));
      Fingerprint two =
          conf(
              Map.of(
                  "spark.hadoop.fs.s3a.secret.key",
                  "hunter3",
                  "spark.jars",
                  "http://u:hunter2@h/x"));
      Fingerprint arguments = args("-Xmx1g", "-Djavax.net.ssl.trustStorePassword=hunter2");
      Fingerprint environment = environment(Map.of("SPARK_SUBMIT_OPTS", "-Da.token=hunter2"));

      assertThat(one).isNotEqualTo(two);
      assertThat(List.of(one, arguments, environment))
          .allSatisfy(f -> assertThat(f.inputs().toString()).doesNotContain("hunter2"));
      assertThat(arguments.inputs().get("jvmArgs")).startsWith("-Xmx1g sha256:");
      assertThat(one.describeDifference(two.inputs())).doesNotContain("hunter");
    }
  }

  @Nested
  class Differences {

    @Test
    void oneIsShownFromBothSides() {
      assertThat(args("-Xmx2g").describeDifference(BASE.inputs()))
          .isEqualTo("jvmArgs: here '-Xmx2g', there '-Xmx1g'");
    }

    @Test
    void unsetIsNotEmpty() {
      Fingerprint without = environment(Map.of());
      Fingerprint empty = environment(Map.of("SPARK_HOME", ""));
      assertThat(without.describeDifference(empty.inputs()))
          .isEqualTo("environment.SPARK_HOME: here unset, there ''");
    }

    @Test
    void furtherOnesAreNamed() {
      Map<String, String> many = new TreeMap<>();
      for (int i = 0; i < 9; i++) {
        many.put("spark.k" + i, "v");
      }
      Fingerprint base = conf(Map.of());
      assertThat(conf(many).describeDifference(base.inputs()))
          .isEqualTo(
              "serverConf.spark.k0: here 'v', there unset; also serverConf.spark.k1,"
                  + " serverConf.spark.k2, serverConf.spark.k3, serverConf.spark.k4,"
                  + " serverConf.spark.k5 and 3 more");
      assertThat(base.distance(conf(many).inputs())).isEqualTo(9);
    }

    @Test
    void longValuesAreShownWhereTheyDiffer() {
      String start = "/a/very/long/path".repeat(40);
      String line =
          environment(Map.of("SPARK_DIST_CLASSPATH", start + "/here"))
              .describeDifference(
                  environment(Map.of("SPARK_DIST_CLASSPATH", start + "/there" + start)).inputs());
      assertThat(line).contains("/here").contains("/there").hasSizeLessThan(300);
    }

    @Test
    void itStaysOneLine() {
      assertThat(args("a\nb\u2028c").describeDifference(new TreeMap<>()))
          .doesNotContain("\n", "\u2028");
    }

    @Test
    void noneIsSaidToBeNone() {
      assertThat(BASE.describeDifference(BASE.inputs())).isEqualTo("no input differs");
      assertThat(BASE.distance(BASE.inputs())).isZero();
    }
  }
}
