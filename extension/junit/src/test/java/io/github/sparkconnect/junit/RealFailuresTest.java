package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.assertj.core.util.Strings;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** What a failure on a real server looks like. */
class RealFailuresTest {

  @Test
  void aMemberThatDiesFailsTheTestWithUidExitStatusAndLog() {
    Instant start = Instant.now();

    List<Throwable> failures =
        JupiterRun.of(KilledCase.class).testEvents().failed().stream().map(Failures::of).toList();

    assertThat(Duration.between(KilledCase.killed, Instant.now()))
        .isLessThan(Duration.ofSeconds(30));
    assertThat(KilledCase.killed).isAfter(start);
    assertThat(failures).hasSize(2);
    assertThat(failures.get(0))
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("Server " + KilledCase.uid)
        .hasMessageContaining("its process was killed by signal 9")
        .hasMessageContaining("sparkconnect.pool.maxMembers")
        .hasMessageContaining("member.log:\n----- log -----\n")
        .hasMessageContaining("said before the end");
    assertThat(failures.get(0).getCause()).isNotNull();
    assertThat(failures.get(1))
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("This test was not run");
  }

  @Test
  void aServerThatATestFillsFailsItWithUidExitStatusAndReason() {
    Throwable failure = JupiterRun.failureOf(FillingCase.class);

    assertThat(failure)
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("Server " + FillingCase.uid)
        .hasMessageContaining("was lost while the test had it: its process ended with exit status")
        .hasMessageContaining("What may help: give servers more heap in sparkconnect.jvmArgs.")
        .hasMessageContaining("member.log:\n----- log -----\n");
  }

  @Test
  void aServerThatSomebodyEndsIsExplainedWithItsLog() {
    Throwable failure = JupiterRun.failureOf(EndedCase.class);

    assertThat(failure)
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("Server " + EndedCase.uid)
        .hasMessageContaining("its process was killed by signal 15")
        .hasMessageContaining("member.log:\n----- log -----\n")
        .hasMessageContaining("leaves: its process was told to end");
  }

  @Test
  void aServerWhoseSparkATestStopsIsExplained() {
    Throwable failure = JupiterRun.failureOf(StoppedCase.class);

    assertThat(failure)
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("Server " + StoppedCase.uid)
        .hasMessageContaining("its process still runs, but its Spark context is stopped");
  }

  @Test
  void aClassThatTheServerLacksIsNamedWithItsJar() {
    Throwable failure = JupiterRun.failureOf(MissingJarCase.class);

    assertThat(failure)
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("The server has no class org.assertj.core.util.Strings.")
        .hasMessageContaining("assertj-core-")
        .hasMessageContaining("'artifacts' of @SparkConnectServer");
  }

  @Test
  void aJavaFunctionThatTheServerLacksIsNamedWithItsJar() {
    assertThat(JupiterRun.failureOf(MissingFunctionCase.class))
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("The server has no class org.assertj.core.util.Strings.")
        .hasMessageContaining("assertj-core-");
  }

  @Test
  void aLambdaCanStandBesideTheExtensionInAField() {
    JupiterRun.of(LambdaBesideFieldCase.class)
        .testEvents()
        .assertStatistics(counts -> counts.succeeded(1).failed(0));
  }

  /** Options of its own, so that this JVM starts its server and can tell how it ended. */
  @SparkConnectServer(jvmArgs = "-Dsparkconnect.test=RealFailuresTest")
  @TestMethodOrder(OrderAnnotation.class)
  static class KilledCase {
    private static String uid = "";
    private static Instant killed = Instant.MAX;

    @Test
    @Order(1)
    void losesItsServer(SparkSession spark, SparkConnectMember member) {
      uid = member.uid().orElseThrow();
      assertThat(
              spark
                  .createDataset(List.of("said before the end"), Encoders.STRING())
                  .map((MapFunction<String, String>) KilledCase::print, Encoders.STRING())
                  .count())
          .isEqualTo(1);
      killed = Instant.now();
      ProcessHandle.of(member.pid().orElseThrow()).orElseThrow().destroyForcibly();
      spark.range(3).count();
    }

    private static String print(String text) {
      System.out.println(text);
      return text;
    }

    @Test
    @Order(2)
    void isNotRun(SparkSession spark) {
      spark.range(3).count();
    }
  }

  @SparkConnectServer
  static class MissingFunctionCase {
    @Test
    void test(SparkSession spark) {
      spark.udf().registerJava("lacking", "org.assertj.core.util.Strings", DataTypes.StringType);
    }
  }

  @SparkConnectServer(jvmArgs = {"-Xmx500m", "-Dsparkconnect.test=RealFailuresTest"})
  static class FillingCase {
    private static final List<long[]> KEPT = new ArrayList<>();
    private static String uid = "";

    @Test
    void test(SparkSession spark, SparkConnectMember member) {
      uid = member.uid().orElseThrow();
      spark
          .range(0, 100_000, 1, 2)
          .map((MapFunction<Long, Long>) FillingCase::keep, Encoders.LONG())
          .collectAsList();
    }

    private static long keep(long number) {
      synchronized (KEPT) {
        KEPT.add(new long[100_000]);
      }
      return number;
    }
  }

  @SparkConnectServer(jvmArgs = "-Dsparkconnect.test=RealFailuresTest2")
  static class EndedCase {
    private static String uid = "";

    @Test
    void test(SparkSession spark, SparkConnectMember member) {
      uid = member.uid().orElseThrow();
      ProcessHandle.of(member.pid().orElseThrow()).orElseThrow().destroy();
      for (int query = 0; query < 1000; query++) {
        spark.range(3).count();
      }
    }
  }

  @SparkConnectServer(jvmArgs = "-Dsparkconnect.test=RealFailuresTest3")
  static class StoppedCase {
    private static String uid = "";

    @Test
    void test(SparkSession spark, SparkConnectMember member) {
      uid = member.uid().orElseThrow();
      spark
          .range(0, 1, 1, 1)
          .map((MapFunction<Long, Long>) StoppedCase::stopSpark, Encoders.LONG())
          .collectAsList();
      for (int query = 0; query < 1000; query++) {
        spark.range(3).count();
      }
    }

    /** By reflection, because the server's classes are not on the class path of tests. */
    private static Long stopSpark(Long number) throws ReflectiveOperationException {
      Class<?> type = Class.forName("org.apache.spark.SparkContext");
      Object context = type.getMethod("getOrCreate").invoke(null);
      type.getMethod("stop").invoke(context);
      return number;
    }
  }

  @SparkConnectServer
  static class MissingJarCase {
    @Test
    void test(SparkSession spark) {
      spark
          .createDataset(List.of("a"), Encoders.STRING())
          .map(
              (MapFunction<String, String>) text -> Strings.isNullOrEmpty(text) ? "no" : "yes",
              Encoders.STRING())
          .collectAsList();
    }
  }

  static class LambdaBesideFieldCase {
    @org.junit.jupiter.api.extension.RegisterExtension
    static final SparkConnectServerExtension SPARK = SparkConnectServerExtension.builder().build();

    @Test
    void test(SparkSession spark) {
      assertThat(
              spark
                  .createDataset(List.of("a"), Encoders.STRING())
                  .map((MapFunction<String, String>) text -> text + "!", Encoders.STRING())
                  .collectAsList())
          .containsExactly("a!");
    }
  }
}
