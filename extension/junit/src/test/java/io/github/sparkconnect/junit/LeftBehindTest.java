package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** What one class does to its server and its session, seen from the next one on the same server. */
class LeftBehindTest {

  /** The members of the classes that ran, in order. */
  private static final List<String> SERVERS = new ArrayList<>();

  @BeforeEach
  void forget() {
    SERVERS.clear();
  }

  private static void ran(SparkConnectMember member) {
    SERVERS.add(member.uid().orElseThrow());
  }

  private static void run(int tests, Class<?>... classes) {
    JupiterRun.of(classes)
        .testEvents()
        .assertStatistics(counts -> counts.succeeded(tests).failed(0).aborted(0));
    assertThat(SERVERS).as("all on the same server").hasSize(tests).containsOnly(SERVERS.get(0));
  }

  /** CASES C21. */
  @Test
  void aSecondClassCreatesWhatTheFirstCreated() {
    run(2, CreatesTestCase.class, CreatesAgainTestCase.class);
  }

  @SparkConnectServer
  static class CreatesTestCase {
    @Test
    void creates(SparkSession spark, SparkConnectMember member) {
      ran(member);
      create(spark);
    }

    static void create(SparkSession spark) {
      for (String statement :
          List.of(
              "CREATE GLOBAL TEMPORARY VIEW shared AS SELECT 1 AS x",
              "CREATE DATABASE sales",
              "CREATE FUNCTION twice(x INT) RETURNS INT RETURN 2 * x",
              "CREATE TABLE orders USING parquet AS SELECT 1 AS id",
              "CREATE TABLE sales.orders USING parquet AS SELECT 1 AS id")) {
        spark.sql(statement).collect();
      }
      assertThat(spark.sql("SELECT twice(id) FROM sales.orders").first().getInt(0)).isEqualTo(2);
    }
  }

  @SparkConnectServer
  static class CreatesAgainTestCase {
    @Test
    void creates(SparkSession spark, SparkConnectMember member) {
      ran(member);
      CreatesTestCase.create(spark);
    }
  }

  /** Spark clones a session, with the code it was sent, when the session caches something. */
  @Test
  void codeOfAClassThatCachedDoesNotCostItsServer() {
    run(2, CachesWithCodeTestCase.class, CachesWithCodeAgainTestCase.class);
  }

  @SparkConnectServer
  static class CachesWithCodeTestCase {
    @Test
    void caches(SparkSession spark, SparkConnectMember member) {
      ran(member);
      cache(spark);
    }

    static void cache(SparkSession spark) {
      Dataset<String> words =
          spark
              .createDataset(List.of("a", "b"), Encoders.STRING())
              .map((MapFunction<String, String>) text -> text + "!", Encoders.STRING())
              .cache();
      assertThat(words.collectAsList()).containsExactly("a!", "b!");
    }
  }

  @SparkConnectServer
  static class CachesWithCodeAgainTestCase {
    @Test
    void caches(SparkSession spark, SparkConnectMember member) {
      ran(member);
      CachesWithCodeTestCase.cache(spark);
    }
  }

  /**
   * CASES C24: set at run time by one class, in the zone of its fork; the next sees a fresh one.
   */
  @Test
  void settingsMadeAtRunTimeAreNotSeenByTheNextClass() {
    run(2, SetsTestCase.class, SeesDefaultsTestCase.class);
  }

  @SparkConnectServer
  static class SetsTestCase {
    @Test
    void sets(SparkSession spark, SparkConnectMember member) {
      ran(member);
      spark.conf().set("spark.sql.session.timeZone", "America/Los_Angeles");
      spark.conf().set("spark.sql.ansi.enabled", "false");
      spark.sql("SET spark.sql.caseSensitive=true").collect();
      assertThat(spark.sql("SELECT CAST('x' AS INT)").first().isNullAt(0)).isTrue();
      assertThat(time(spark)).isEqualTo("1969-12-31 16:00:00");
    }

    static String time(SparkSession spark) {
      return spark.sql("SELECT CAST(timestamp_seconds(0) AS STRING)").first().getString(0);
    }
  }

  @SparkConnectServer
  static class SeesDefaultsTestCase {
    @Test
    void sees(SparkSession spark, SparkConnectMember member) {
      ran(member);
      assertThat(spark.conf().get("spark.sql.session.timeZone"))
          .isEqualTo(TimeZone.getDefault().getID());
      assertThat(SetsTestCase.time(spark)).doesNotStartWith("1969-12-31 16");
      assertThatThrownBy(() -> spark.sql("SELECT CAST('x' AS INT)").collect())
          .hasMessageContaining("CAST_INVALID_INPUT");
      assertThat(spark.sql("SELECT ID FROM range(1)").count()).isEqualTo(1);
    }
  }

  /** CASES C18. */
  @Test
  void aClosedSessionDisturbsNobody() {
    Instant start = Instant.now();

    run(5, ClosesTestCase.class, StopsOncePerMethodTestCase.class, SeesDefaultsTestCase.class);

    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(60));
  }

  @SparkConnectServer
  @TestMethodOrder(OrderAnnotation.class)
  static class ClosesTestCase {
    @Test
    @Order(1)
    void closes(SparkSession spark, SparkConnectMember member) throws IOException {
      ran(member);
      spark.range(1).count();
      spark.close();
    }

    @Test
    @Order(2)
    void getsANewOneAndStopsIt(SparkSession spark, SparkConnectMember member) throws IOException {
      ran(member);
      assertThat(spark.range(2).count()).isEqualTo(2);
      assertThat(SparkSession.builder().getOrCreate()).isSameAs(spark);
      spark.stop();
      member.newSession().close();
    }

    @Test
    @Order(3)
    void getsANewOne(SparkSession spark, SparkConnectMember member) {
      ran(member);
      assertThat(spark.range(3).count()).isEqualTo(3);
    }

    @AfterAll
    static void closesAgain(SparkSession spark) throws IOException {
      spark.close();
      spark.close();
    }
  }

  @SparkConnectServer(session = SessionScope.PER_METHOD)
  static class StopsOncePerMethodTestCase {
    @Test
    void stops(SparkSession spark, SparkConnectMember member) {
      ran(member);
      assertThat(spark.range(1).count()).isEqualTo(1);
      spark.stop();
    }
  }

  /** An interrupt that a test leaves behind must not cost a clean server. */
  @Test
  void anInterruptedThreadStillGivesItsServerBack() {
    run(2, InterruptsTestCase.class, CreatesAgainTestCase.class);
  }

  @SparkConnectServer
  static class InterruptsTestCase {
    @Test
    void test(SparkConnectMember member) {
      ran(member);
    }

    @AfterAll
    static void interrupt() {
      Thread.currentThread().interrupt();
    }
  }

  /** Dropped checkpoints are told to the server by the garbage collector, also during the close. */
  @Test
  void checkpointsCollectedDuringTheCloseDisturbNobody() throws Exception {
    try (Warnings warnings = Warnings.ofAll()) {
      run(2, DropsCheckpointsTestCase.class, SeesDefaultsTestCase.class);
      DropsCheckpointsTestCase.COLLECTOR.join();
      // Netty is right, and its own: the test did leave streams open.
      assertThat(warnings.messages()).allMatch(text -> text.contains("ResourceLeakDetector"));
    }
  }

  @SparkConnectServer
  static class DropsCheckpointsTestCase {
    private static final Thread COLLECTOR = new Thread(DropsCheckpointsTestCase::collect);

    @Test
    void drops(SparkSession spark, SparkConnectMember member) {
      ran(member);
      for (int i = 0; i < 500; i++) {
        assertThat(spark.range(1).localCheckpoint()).isNotNull();
      }
      for (int i = 0; i < 5; i++) {
        // Not closed: its results are left to the collector, too.
        assertThat(spark.range(3).toLocalIterator().hasNext()).isTrue();
      }
    }

    @AfterAll
    static void collectFromNowOn() {
      COLLECTOR.setDaemon(true);
      COLLECTOR.start();
    }

    private static void collect() {
      long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
      while (System.nanoTime() < end) {
        System.gc();
      }
    }
  }
}
