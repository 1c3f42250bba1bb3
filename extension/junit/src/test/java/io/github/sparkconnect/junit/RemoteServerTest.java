package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Endpoints that somebody else runs: Spark's own server, with a token and without. */
@Timeout(300)
class RemoteServerTest {

  private static final String REMOTE = "sparkconnect.remote";
  private static final String TOKEN = "a-token-of-somebody-else";
  private static final Duration SECONDS = Duration.ofSeconds(45);

  /** The sessions of the classes that ran. */
  private static final List<String> SESSIONS = new ArrayList<>();

  @TempDir static Path temp;
  private static SparkProcess guarded;
  private static SparkProcess open;
  private static String guardedUrl;
  private static String openUrl;

  @BeforeAll
  static void startByHand() {
    ArrowAccess.ensure();
    guarded = server("guarded").environment("SPARK_CONNECT_AUTHENTICATE_TOKEN", TOKEN).start();
    open = server("open").start();
    guardedUrl = "sc://localhost:" + port(guarded) + "/;token=" + TOKEN;
    openUrl = "sc://localhost:" + port(open);
  }

  private static SparkProcess.Launch server(String name) {
    return new SparkProcess.Launch(
            temp.resolve(name), "org.apache.spark.sql.connect.service.SparkConnectServer")
        .property("spark.master", "local[2]")
        .property("spark.ui.enabled", false)
        .property("spark.connect.grpc.binding.address", "127.0.0.1")
        .property("spark.connect.grpc.binding.port", 0);
  }

  private static String port(SparkProcess server) {
    return server.awaitLine("Spark Connect server started at: [^\\n]*:(\\d+)");
  }

  @AfterAll
  static void stop() {
    guarded.close();
    open.close();
  }

  @Test
  void isUsedInsteadOfThePoolAndItsSessionsAreReleased() {
    for (String url : List.of(guardedUrl, openUrl)) {
      SESSIONS.clear();
      Path pool = temp.resolve("no-pool");

      JupiterRun run = new JupiterRun().with(REMOTE, url).with("sparkconnect.pool.dir", pool);
      run.run(RemoteTestCase.class, NextTestCase.class)
          .testEvents()
          .assertStatistics(counts -> counts.succeeded(3).failed(0));

      assertThat(pool).doesNotExist();
      assertThat(run.said()).noneMatch(line -> line.contains("retired"));
      assertThat(SESSIONS).hasSize(3).allSatisfy(id -> assertReleased(url, id));
    }
    assertThat(temp.resolve("guarded/spark_connect_ml_cache")).satisfies(RemoteServerTest::isEmpty);
  }

  private static void assertReleased(String url, String session) {
    org.apache.spark.sql.connect.SparkSession again =
        ConnectSession.of(
            org.apache.spark.sql.connect.client.SparkConnectClient.builder()
                .connectionString(url)
                .sessionId(session)
                .retryPolicy(SparkClientCompat.retryPolicy(0))
                .build());
    assertThatThrownBy(again::version).hasMessageContaining("SESSION_CLOSED");
    again.client().shutdown();
  }

  private static void isEmpty(Path folder) {
    if (Files.exists(folder)) {
      assertThat(folder).isEmptyDirectory();
    }
  }

  @SparkConnectServer
  static class RemoteTestCase {
    @Test
    void test(SparkSession spark, SparkConnectMember member) {
      note(spark);
      assertThat(member.uid()).isEmpty();
      assertThat(member.sparkVersion()).isEqualTo("4.2.0");
      assertThat(spark.range(3).count()).isEqualTo(3);
      assertThat(SparkSession.builder().getOrCreate()).isSameAs(spark);
      // Not reset: it stays for the next class.
      spark.sql("CREATE TABLE left_behind USING parquet AS SELECT 1 AS id").collect();
      assertThat(MlModels.fit((org.apache.spark.sql.connect.SparkSession) spark)).isNotEmpty();
    }
  }

  @SparkConnectServer(session = SessionScope.PER_METHOD)
  static class NextTestCase {
    @Test
    void seesWhatTheClassBeforeLeft(SparkSession spark) {
      note(spark);
      assertThat(spark.table("left_behind").count()).isEqualTo(1);
      spark.sql("DROP TABLE left_behind").collect();
    }

    @Test
    void sendsItsClasses(SparkSession spark) {
      note(spark);
      assertThat(
              spark
                  .range(3)
                  .map((MapFunction<Long, Long>) id -> twice(id), Encoders.LONG())
                  .collectAsList())
          .containsExactly(0L, 2L, 4L);
    }

    private static long twice(long id) {
      return 2 * id;
    }
  }

  private static void note(SparkSession spark) {
    SESSIONS.add(((org.apache.spark.sql.connect.SparkSession) spark).sessionId());
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc://localhost:1/;token=secret", "sc://localhost:1"})
  void oneThatIsNotThereIsSaidWithinSeconds(String url) {
    assertThat(failure(url)).hasMessageContaining("localhost:1").hasMessageNotContaining("secret");
  }

  @Test
  void aWrongTokenIsSaidWithinSeconds() {
    assertThat(failure(guardedUrl.replace(TOKEN, "wrong")))
        .hasMessageContaining("is the token right?")
        .hasMessageNotContaining("TLS");
  }

  @Test
  void aMissingTokenIsSaidWithinSeconds() {
    assertThat(failure(guardedUrl.replaceFirst("/;token=.*", "")))
        .hasMessageContaining("is the token right?");
  }

  /** Spark's client then speaks TLS, and tries again and again. */
  @Test
  void aTokenForAnotherSpellingOfThisHostIsSaidWithinSeconds() {
    assertThat(failure(guardedUrl.replace("localhost", "127.0.0.1")))
        .hasMessageContaining("TLS")
        .hasMessageContaining("spelt localhost");
  }

  /** It accepts connections, as a suspended server does, and says nothing. */
  @Test
  void aSilentOneIsSaidWithinSeconds() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getByName("localhost"))) {
      assertThat(failure("sc://localhost:" + silent.getLocalPort()))
          .hasMessageContaining("does not answer: ");
    }
  }

  private static Throwable failure(String url) {
    Instant start = Instant.now();
    Throwable failure = JupiterRun.failureOf(NeverRunsTestCase.class, REMOTE, url);
    assertThat(failure).isInstanceOf(SparkConnectException.class);
    assertThat(Duration.between(start, Instant.now())).isLessThan(SECONDS);
    return failure;
  }

  @SparkConnectServer
  static class NeverRunsTestCase {
    @Test
    void test(SparkSession spark) {
      throw new AssertionError("there is a server");
    }
  }

  /** Killed in the middle of a test. */
  @Test
  void oneThatIsLostIsNamed() {
    SparkProcess doomed = server("doomed").start();
    kill = doomed::close;
    try {
      Instant start = Instant.now();
      assertThat(
              JupiterRun.failureOf(KillsTestCase.class, REMOTE, "sc://localhost:" + port(doomed)))
          .hasMessageContaining("which 'remote' names, does not answer any more");
      assertThat(Duration.between(start, Instant.now())).isLessThan(SECONDS);
    } finally {
      doomed.close();
    }
  }

  private static Runnable kill = () -> {};

  @SparkConnectServer
  static class KillsTestCase {
    @Test
    void test(SparkSession spark) {
      assertThat(spark.range(2).count()).isEqualTo(2);
      kill.run();
      spark.range(2).count();
    }
  }
}
