package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.pool.SystemProcesses;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.apache.spark.sql.SparkSession;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that does not answer when its class ends: the close is bounded, its user is told once,
 * the process ends, and the next class gets another server.
 */
@Timeout(300)
class SilentServerTest {

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  private static String signal = "";
  private static long pid;
  private static Instant lastTestEnded = Instant.MIN;

  @TempDir static Path project;
  private final JupiterRun jupiter =
      new JupiterRun()
          .with("sparkconnect.server.directory", project)
          .with("sparkconnect.closeTimeout", CLOSE_LIMIT);

  @BeforeEach
  void putAForeignFolderIntoTheProject() throws Exception {
    Path foreign = Files.createDirectories(project.resolve("spark-warehouse/t"));
    Files.writeString(foreign.resolve("mine.txt"), "");
  }

  @AfterAll
  static void awaitTheEnd() {
    // The project is a temporary folder that servers have as their working directory only.
    assertThat(project.resolve("spark-warehouse/t/mine.txt")).exists();
    assertThat(project).isDirectoryNotContaining(file -> !file.endsWith("spark-warehouse"));
  }

  @Test
  void suspended() {
    signal = "STOP";
    assertGivenUp();
  }

  /** CASES C22: killed while it writes a table, and the next class writes the same one. */
  @Test
  void killed() {
    signal = "KILL";
    assertGivenUp();

    jupiter
        .run(WritesTestCase.class)
        .testEvents()
        .assertStatistics(counts -> counts.succeeded(1).failed(0));
  }

  private void assertGivenUp() {
    try (Warnings warnings = Warnings.ofAll()) {
      jupiter
          .run(SignalsTestCase.class)
          .allEvents()
          .failed()
          .assertThatEvents()
          .as("the test's own result")
          .isEmpty();
      // What the test's own query says of its end is not ours.
      assertThat(warnings.messages()).noneMatch(text -> text.contains("ReleaseExecute"));
    }

    assertThat(Duration.between(lastTestEnded, Instant.now()))
        .isLessThan(CLOSE_LIMIT.multipliedBy(3));
    assertThat(jupiter.said())
        .filteredOn(line -> line.contains(" is retired: "))
        .as("told once")
        .hasSize(1);
    Awaitility.await()
        .atMost(Duration.ofSeconds(15))
        .until(() -> new SystemProcesses().identify(pid).isEmpty());
  }

  @SparkConnectServer
  static class SignalsTestCase {
    @Test
    void test(SparkSession spark, SparkConnectMember member) throws Exception {
      pid = member.pid().orElseThrow();
      Thread writer = new Thread(() -> write(spark), "writes until the end");
      writer.setDaemon(true);
      writer.start();
      Path folder = member.directory().orElseThrow().resolve("warehouse/t");
      Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(folder));
      new ProcessBuilder("/bin/kill", "-" + signal, Long.toString(pid)).start().waitFor();
    }

    private static void write(SparkSession spark) {
      try {
        spark
            .sql("CREATE TABLE t USING parquet AS SELECT id, rand() r FROM range(1000000000)")
            .collect();
      } catch (Exception e) {
        // Expected: its server is gone.
      }
    }

    @AfterAll
    static void note() {
      lastTestEnded = Instant.now();
    }
  }

  @SparkConnectServer
  static class WritesTestCase {
    @Test
    void test(SparkSession spark) {
      spark.sql("CREATE TABLE t USING parquet AS SELECT 1 AS id").collect();
      assertThat(spark.table("t").count()).isEqualTo(1);
    }
  }
}
