package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sparkconnect.pool.AcquireListener;
import io.github.sparkconnect.pool.AcquireRequest;
import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.Fingerprint;
import io.github.sparkconnect.pool.Health;
import io.github.sparkconnect.pool.MemberPool;
import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolDirectory;
import io.github.sparkconnect.pool.PoolException;
import io.github.sparkconnect.pool.SystemProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
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
  private final SystemProcesses processes = new SystemProcesses();
  private Path work;
  private Pool pool;

  @BeforeEach
  void open() throws IOException {
    work = Files.createDirectories(temp.resolve("a b/ü 文件夹/%41+#"));
    pool =
        Pool.open(
            PoolDirectory.open(work.resolve("pool")),
            processes,
            Clock.systemUTC(),
            Duration.ofSeconds(5));
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
    MemberPool members = new MemberPool(pool, processes, Clock.systemUTC());

    Claim claim = acquire(members, plan);
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
      assertThat(pool.directory().memberDirectory(claim.uid()).resolve("warehouse/t/k=größe 大"))
          .isDirectoryContaining(file -> file.toString().endsWith(".parquet"));
      session.close();
    } finally {
      members.retire(claim, "the test is over");
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> !Files.exists(pool.directory().memberDirectory(claim.uid())));
    assertThat(project).isEmptyDirectory();
    assertThat(Path.of(System.getProperty("user.dir"), "spark-warehouse")).doesNotExist();
  }

  @Test
  void aServerThatCannotStartSaysWhyWithoutWaitingForTheLimit() {
    LaunchPlan plan =
        plan(
            new ServerSpec("nonsense", new TreeMap<>(), List.of(), List.of(), List.of()), Map.of());

    long start = System.nanoTime();
    assertThatThrownBy(() -> acquire(new MemberPool(pool, processes, Clock.systemUTC()), plan))
        .isInstanceOf(PoolException.class)
        .hasMessageContaining("Could not parse Master URL: 'nonsense'")
        .hasMessageContaining(pool.directory().path().resolve("member-").toString());
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

  private static Claim acquire(MemberPool members, LaunchPlan plan) {
    return members.acquire(
        new AcquireRequest(
            plan.fingerprint(), plan.sparkVersion(), "LaunchPlanTest", 2, Duration.ofMinutes(2)),
        member -> Health.healthy(),
        plan,
        AcquireListener.SILENT);
  }

  private LaunchPlan plan(ServerSpec spec, Map<String, String> settings) {
    Properties properties = new Properties();
    properties.putAll(System.getProperties());
    properties.setProperty("user.dir", work.toString());
    properties.putAll(settings);
    return LaunchPlan.of(
        spec,
        Settings.of(key -> Optional.empty(), properties, Map.of()),
        pool,
        processes,
        System.err::println,
        new StartedProcesses(),
        properties,
        System.getenv(),
        getClass().getClassLoader());
  }

  private static ServerSpec spec(Map<String, String> conf) {
    return new ServerSpec("local[2]", new TreeMap<>(conf), List.of(), List.of(), List.of());
  }
}
