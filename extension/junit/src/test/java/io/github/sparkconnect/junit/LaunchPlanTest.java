package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.Fingerprint;
import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.PoolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Boots real servers. */
@Timeout(300)
class LaunchPlanTest {

  @TempDir Path temp;
  private Path work;
  private PlannedServers servers;

  @BeforeEach
  void open() throws IOException {
    work = Files.createDirectories(temp.resolve("a b/ü 文件夹/%41+#"));
    servers = new PlannedServers(work);
  }

  @AfterEach
  void awaitTheEnd() {
    PoolProcesses.awaitEnd(temp);
  }

  @Test
  void aRealServerAnswersUnderAnOddPathAndLeavesTheWorkingDirectoryAlone() throws IOException {
    Path project = Files.createDirectories(work.resolve("project"));
    LaunchPlan plan =
        plan(spec(Map.of()), Map.of("sparkconnect.server.directory", project.toString()));

    Claim claim = servers.acquire(plan);
    try {
      MemberRecord member = claim.member();
      assertThat(member.sparkVersion()).isEqualTo("4.2.0");
      SparkSession session =
          SparkSession.builder()
              .remote(
                  "sc://localhost:"
                      + member.endpoint().port()
                      + "/;token="
                      + member.endpoint().token())
              .create();
      session
          .sql("CREATE TABLE t USING parquet PARTITIONED BY (k) AS SELECT 1 AS x, 'größe 大' AS k")
          .collect();
      assertThat(
              servers
                  .pool
                  .directory()
                  .memberDirectory(claim.uid())
                  .resolve("warehouse/t/k=größe 大"))
          .isDirectoryContaining(file -> file.toString().endsWith(".parquet"));
      session.close();
    } finally {
      servers.members.retire(claim, "the test is over");
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> !Files.exists(servers.pool.directory().memberDirectory(claim.uid())));
    assertThat(project).isEmptyDirectory();
    assertThat(Path.of(System.getProperty("user.dir"), "spark-warehouse")).doesNotExist();
  }

  @Test
  void aServerThatCannotStartSaysWhyWithoutWaitingForTheLimit() {
    LaunchPlan plan =
        plan(
            new ServerSpec("nonsense", new TreeMap<>(), List.of(), List.of(), List.of()), Map.of());

    long start = System.nanoTime();
    assertThatThrownBy(() -> servers.acquire(plan))
        .isInstanceOf(PoolException.class)
        .hasMessageContaining("Could not parse Master URL: 'nonsense'")
        .hasMessageContaining(servers.pool.directory().path().resolve("member-").toString());
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(90));
  }

  @Test
  void theFingerprintSaysWhatAServerIs() {
    Fingerprint plain = plan(spec(Map.of()), Map.of()).fingerprint();

    assertThat(plan(spec(Map.of()), Map.of()).fingerprint()).isEqualTo(plain);
    assertThat(plan(spec(Map.of()), Map.of("sparkconnect.pool.idleTimeout", "7m")).fingerprint())
        .as("shapes no result")
        .isEqualTo(plain);
    assertThat(
            plan(spec(Map.of("spark.x", "1")), Map.of())
                .fingerprint()
                .describeDifference(plain.inputs()))
        .isEqualTo("serverConf.spark.x: here '1', there unset");
    ServerSpec heap =
        new ServerSpec("local[2]", new TreeMap<>(), List.of(), List.of(), List.of("-Xmx1g"));
    assertThat(plan(heap, Map.of()).fingerprint()).as("the default, spelt out").isEqualTo(plain);
    assertThat(plain.inputs())
        .containsEntry("sparkVersion", "4.2.0")
        .containsEntry("scalaVersion", "2.13")
        .containsEntry("workingDirectory", work.toString());
  }

  private LaunchPlan plan(ServerSpec spec, Map<String, String> settings) {
    return servers.plan(spec, settings);
  }

  private static ServerSpec spec(Map<String, String> conf) {
    return new ServerSpec("local[2]", new TreeMap<>(conf), List.of(), List.of(), List.of());
  }
}
