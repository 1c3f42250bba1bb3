package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Each wrong use, and what it is told; none of them starts a server. */
class MisuseTest {

  static Stream<Arguments> classes() {
    Class<?> misuse = ExtensionConfigurationException.class;
    return Stream.of(
        Arguments.of(
            NoPair.class,
            misuse,
            "Each entry of @SparkConnectServer(conf = ...) must be 'key=value', but was:"
                + " 'spark.sql.ansi.enabled'"),
        Arguments.of(
            NoKey.class,
            misuse,
            "Each entry of @SparkConnectServer(serverConf = ...) must be 'key=value', but was: '=1'"),
        Arguments.of(TwiceSet.class, misuse, "@SparkConnectServer(conf = ...) sets 'a' twice"),
        Arguments.of(
            BlankKey.class, misuse, "'conf' of @SparkConnectServer has an entry with a blank key"),
        Arguments.of(BlankMaster.class, misuse, "'master' of @SparkConnectServer is blank"),
        Arguments.of(
            InstanceField.class,
            misuse,
            "InstanceField.spark with @RegisterExtension must be static"),
        Arguments.of(
            InstanceFieldPerClass.class,
            misuse,
            "InstanceFieldPerClass.spark with @RegisterExtension must be static"),
        Arguments.of(
            TwoFields.class,
            misuse,
            "TwoFields has several fields with @RegisterExtension for one: ONE, TWO. Keep one"),
        Arguments.of(ExtendWithOnly.class, misuse, "Write @SparkConnectServer instead"),
        Arguments.of(
            RemoteAndMore.class,
            misuse,
            "@SparkConnectServer has 'remote' and also 'serverConf', 'jvmArgs': nothing of that can"
                + " be chosen"),
        Arguments.of(
            BuiltRemoteAndMaster.class,
            misuse,
            "@SparkConnectServer has 'remote' and also 'master': "),
        Arguments.of(
            WebAddress.class,
            misuse,
            "'remote' of @SparkConnectServer is wrong: expected an endpoint such as"
                + " sc://localhost:15002 or sc://host:443/;token=...;use_ssl=true, but was:"
                + " 'http://localhost:4040/'"),
        Arguments.of(
            NoCoordinates.class,
            misuse,
            "expected a package as group:artifact:version, but was: 'delta'"),
        Arguments.of(NoScript.class, misuse, "Cannot read the init script 'no-such.sql'"),
        Arguments.of(
            NoJar.class,
            misuse,
            "'artifacts' of @SparkConnectServer names jars, but there is none for 'no/such/*.jar'"),
        Arguments.of(
            NoScriptButDisabled.class, misuse, "Cannot read the init script 'no-such.sql'"),
        Arguments.of(
            NoAnnotation.class,
            ParameterResolutionException.class,
            "No ParameterResolver registered"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("classes")
  void isToldWhatIsWrong(Class<?> testClass, Class<?> type, String message) {
    assertThat(JupiterRun.failureOf(testClass)).isInstanceOf(type).hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sparkconnect.session               | per_test | expected `PER_CLASS` or `PER_METHOD`
          sparkconnect.reuse                 | maybe    | expected `ALWAYS` or `NEVER`
          sparkconnect.conf                  | a        | expected key=value, but was: 'a'
          sparkconnect.serverConf            | =b       | expected key=value, but was: '=b'
          sparkconnect.remote                | http://x | expected an endpoint such as sc://
          sparkconnect.disabledWithoutServer | yes      | expected true or false
          sparkconnect.closeTimeout          | soon     | expected a duration such as 30s
          sparkconnect.pool.lockTimeout      | 0s       | expected a duration above zero
          sparkconnect.pool.acquireTimeout   | -5s      | expected a duration
          sparkconnect.pool.maxMembers       | 0        | expected a whole number, at least 1
          sparkconnect.pool.maxUses          | two      | expected a whole number, at least 1
          """)
  void aWrongSettingNamesItsSource(String key, String value, String expected) {
    assertThat(JupiterRun.failureOf(Right.class, key, value))
        .isInstanceOf(ExtensionConfigurationException.class)
        .hasMessageStartingWith(
            "JUnit configuration parameter " + key + " has the value '" + value + "': ")
        .hasMessageContaining(expected);
  }

  @Test
  void aTokenIsNeverShown() {
    assertThat(
            JupiterRun.failureOf(Right.class, "sparkconnect.remote", "grpc://x:1/;token=hunter2"))
        .hasMessageContaining("grpc://x:1/")
        .hasMessageNotContaining("hunter2");
  }

  /** A launcher knows which parameters there are; what JUnit tells the extension does not say. */
  @Test
  void aMisspeltParameterIsNamedWithTheNearest() {
    PrintStream err = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try (LauncherSession session = LauncherFactory.openSession()) {
      session
          .getLauncher()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectClass(BlankMaster.class))
                  .configurationParameter("sparkconnect.sesion", "PER_METHOD")
                  .build());
    } finally {
      System.setErr(err);
    }

    assertThat(said.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce(
            "[spark-connect] JUnit configuration parameter sparkconnect.sesion is no setting and has"
                + " no effect; did you mean sparkconnect.session?");
  }

  abstract static class OneTest {
    @Test
    void test(SparkSession spark) {}
  }

  @SparkConnectServer
  static class Right extends OneTest {}

  static class NoAnnotation extends OneTest {}

  @SparkConnectServer(conf = "spark.sql.ansi.enabled")
  static class NoPair extends OneTest {}

  @SparkConnectServer(serverConf = "=1")
  static class NoKey extends OneTest {}

  @SparkConnectServer(conf = {"a=1", "a=2"})
  static class TwiceSet extends OneTest {}

  @SparkConnectServer(master = " ")
  static class BlankMaster extends OneTest {}

  static class BlankKey extends OneTest {
    @RegisterExtension
    static final SparkConnectServerExtension SPARK =
        SparkConnectServerExtension.builder().conf(" ", "1").build();
  }

  static class InstanceField {
    @RegisterExtension
    final SparkConnectServerExtension spark = SparkConnectServerExtension.builder().build();

    @Test
    void test() {}
  }

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  static class InstanceFieldPerClass extends OneTest {
    @RegisterExtension
    final SparkConnectServerExtension spark = SparkConnectServerExtension.builder().build();
  }

  static class TwoFields extends OneTest {
    @RegisterExtension
    static final SparkConnectServerExtension ONE = SparkConnectServerExtension.builder().build();

    @RegisterExtension
    static final SparkConnectServerExtension TWO = SparkConnectServerExtension.builder().build();
  }

  @ExtendWith(SparkConnectServerExtension.class)
  static class ExtendWithOnly extends OneTest {}

  @SparkConnectServer(remote = "sc://localhost:1", serverConf = "a=1", jvmArgs = "-Xmx2g")
  static class RemoteAndMore extends OneTest {}

  static class BuiltRemoteAndMaster extends OneTest {
    @RegisterExtension
    static final SparkConnectServerExtension SPARK =
        SparkConnectServerExtension.builder().remote("sc://localhost:1").master("local").build();
  }

  @SparkConnectServer(remote = "http://localhost:4040/")
  static class WebAddress extends OneTest {}

  @SparkConnectServer(packages = "delta")
  static class NoCoordinates extends OneTest {}

  @SparkConnectServer(init = "no-such.sql")
  static class NoScript extends OneTest {}

  @SparkConnectServer(artifacts = "no/such/*.jar")
  static class NoJar extends OneTest {}

  @SparkConnectServer(init = "no-such.sql", disabledWithoutServer = true)
  static class NoScriptButDisabled extends OneTest {}
}
