package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** A server that cannot start: a clear message within seconds, not ten minutes of retries. */
class StartFailureTest {

  @Test
  void aBadServerConfNamesCauseLogAndLastLines() {
    Instant start = Instant.now();

    Throwable failure = JupiterRun.failureOf(BadServerConfTestCase.class);

    assertThat(failure)
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("no.such.Serializer")
        .hasMessageContaining("member.log")
        .hasMessageContaining("last lines of its log");
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(60));
  }

  /** The server itself says why, and so knows nothing of our settings. */
  @Test
  void aHeapThatIsTooSmallForSparkNamesTheSetting() {
    assertThat(JupiterRun.failureOf(SmallHeapTestCase.class))
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("System memory")
        .hasMessageContaining("(what may help: give servers more heap in sparkconnect.jvmArgs)");
  }

  @Test
  void aSparkThatDoesNotRunOnTheServersJavaNamesTheSetting() {
    Path newer = Path.of("/usr/lib/jvm/temurin-25-jdk-amd64");
    assumeThat(newer).as("a newer Java").exists();

    assertThat(
            JupiterRun.failureOf(
                PlainTestCase.class,
                "sparkconnect.server.version",
                "4.0.0",
                "sparkconnect.server.javaHome",
                newer.toString()))
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("getSubject is not supported (what may help: this Spark does not")
        .hasMessageContaining("name an older one in sparkconnect.server.javaHome)");
  }

  @Test
  void aMissingArtifactIsNamed() {
    assertThat(JupiterRun.failureOf(MissingPackageTestCase.class))
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("com.example.nowhere:nothing");
  }

  @Test
  void noNetworkAndAnEmptyRepositoryIsSaidWithinSeconds(
      @org.junit.jupiter.api.io.TempDir Path empty) {
    Instant start = Instant.now();

    Throwable failure =
        JupiterRun.failureOf(
            PlainTestCase.class,
            "sparkconnect.maven.localRepository",
            empty.toString(),
            "sparkconnect.maven.offline",
            "true");

    assertThat(failure)
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("spark-connect_2.13")
        .hasMessageContaining("offline");
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void aStaticSessionSettingPointsToServerConf() {
    assertThat(JupiterRun.failureOf(StaticConfTestCase.class))
        .isInstanceOf(org.junit.jupiter.api.extension.ExtensionConfigurationException.class)
        .hasMessageContaining("'spark.sql.warehouse.dir' cannot be set on a session")
        .hasMessageContaining("serverConf");
  }

  @SparkConnectServer(serverConf = "spark.serializer=no.such.Serializer")
  static class BadServerConfTestCase {
    @Test
    void test(SparkSession spark) {}
  }

  @SparkConnectServer(jvmArgs = "-Xmx300m")
  static class SmallHeapTestCase {
    @Test
    void test(SparkSession spark) {}
  }

  @SparkConnectServer(packages = "com.example.nowhere:nothing:1.0")
  static class MissingPackageTestCase {
    @Test
    void test(SparkSession spark) {}
  }

  @SparkConnectServer
  static class PlainTestCase {
    @Test
    void test(SparkSession spark) {}
  }

  @SparkConnectServer(conf = "spark.sql.warehouse.dir=/somewhere")
  static class StaticConfTestCase {
    @Test
    void test(SparkSession spark) {}
  }
}
