package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.SystemProcesses;
import io.github.sparkconnect.pool.Uid;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;

/** Servers that are drivers: of a standalone cluster, and of workers that they start themselves. */
@Timeout(300)
@TestMethodOrder(OrderAnnotation.class)
class ClusterTest {

  private static final String AVRO = "org.apache.spark:spark-avro_2.13:4.2.0";
  private static final Duration SOON = Duration.ofSeconds(60);

  /** The servers of the classes that ran, in order. */
  private static final List<String> SERVERS = new ArrayList<>();

  /** The processes that ran their code. */
  private static final Set<Long> EXECUTORS = new TreeSet<>();

  @TempDir static Path temp;
  private static SparkCluster cluster;

  @BeforeAll
  static void startByHand() throws IOException {
    ArrowAccess.ensure();
    cluster = SparkCluster.start(temp.resolve("cluster"), 2);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void forget() {
    SERVERS.clear();
    EXECUTORS.clear();
  }

  @AfterEach
  void awaitTheEnd() {
    PoolProcesses.awaitEnd(temp);
  }

  private static JupiterRun with(String master) {
    return new JupiterRun()
        .with("sparkconnect.pool.dir", temp.resolve("pool"))
        .with("sparkconnect.server.warmUp", false)
        .with("sparkconnect.packages", AVRO)
        .with("sparkconnect.master", master);
  }

  private static void run(JupiterRun run, Class<?>... classes) {
    EngineExecutionResults results = run.run(classes);
    assertThat(results.allEvents().failed().list()).isEmpty();
    results.testEvents().assertStatistics(counts -> counts.succeeded(classes.length));
    assertThat(run.said()).noneMatch(line -> line.contains("retired"));
    assertThat(SERVERS).as("all on the same server").hasSize(classes.length);
    assertThat(Set.copyOf(SERVERS)).hasSize(1);
  }

  @Test
  @Order(1)
  void theExecutorsOfAClusterServeClassAfterClassAndAreReleased() {
    run(with(cluster.url()), FirstTestCase.class, SecondTestCase.class);

    assertThat(EXECUTORS).as("the same two processes for both classes").hasSize(2);
    assertThat(cluster.executors()).containsExactlyElementsOf(EXECUTORS);
    assertNoExecutorsOnceTheServerIsGone();
  }

  @Test
  @Order(2)
  void aServerThatStartsItsWorkersItselfNeedsNoInstallation() {
    run(with("local-cluster[2,1,1024]"), FirstTestCase.class, SecondTestCase.class);

    assertThat(EXECUTORS).hasSize(2);
    List<ProcessHandle> executors =
        EXECUTORS.stream().map(pid -> ProcessHandle.of(pid).orElseThrow()).toList();
    ProcessHandle server = executors.get(0).parent().orElseThrow();
    server.destroyForcibly();
    Awaitility.await("its executors end with it")
        .atMost(SOON)
        .until(() -> executors.stream().noneMatch(ProcessHandle::isAlive));
  }

  @Test
  @Order(3)
  void aWorkerThatDiesDuringATestCostsNeitherTheTestNorTheServer() {
    run(with(cluster.url()), LosesAWorkerTestCase.class, SecondTestCase.class);

    assertThat(cluster.workers()).filteredOn(SparkProcess::isAlive).hasSize(1);
    assertNoExecutorsOnceTheServerIsGone();
  }

  @Test
  @Order(4)
  void aClusterThatCannotRunAnExecutorIsNamed() throws IOException {
    Path broken = temp.resolve("broken");
    try (SparkCluster workless = SparkCluster.withoutSpark(broken)) {
      JupiterRun run = with(workless.url());

      assertThat(Failures.first(run.run(FirstTestCase.class)))
          .hasMessageContaining(
              "the cluster "
                  + workless.url()
                  + " does not run this server: Master removed our application: FAILED. Is there a"
                  + " master, with Spark 4.2.0, and can its workers start executors? Their logs say"
                  + " why not");
    }
  }

  /** Spark tries for a minute. */
  @Test
  @Order(5)
  @Tag("nightly")
  void aClusterThatIsNotThereIsNamed() {
    assertThat(Failures.first(with("spark://localhost:1").run(FirstTestCase.class)))
        .hasMessageContaining(
            "the cluster spark://localhost:1 does not run this server: All masters are"
                + " unresponsive! Giving up. Is there a master, with Spark 4.2.0, and can its"
                + " workers start executors? Their logs say why not");
  }

  private static void assertNoExecutorsOnceTheServerIsGone() {
    Pool pool = PoolLocation.open(temp.resolve("pool"), new SystemProcesses(), SOON);
    assertThat(pool.retireIdle(new Uid(SERVERS.get(0)), "the test is over")).isTrue();
    Awaitility.await().atMost(SOON).until(() -> cluster.executors().isEmpty());
  }

  /** What classes do with their server. Its code is sent, and the test kit is not. */
  private static final class Use {
    static void used(SparkSession spark, SparkConnectMember member) {
      SERVERS.add(member.uid().orElseThrow());
      EXECUTORS.addAll(
          spark
              .range(0, 40, 1, 8)
              .map((MapFunction<Long, Long>) Use::whoRuns, Encoders.LONG())
              .distinct()
              .collectAsList());
    }

    /** Runs in an executor, with the code that the test sent. */
    private static long whoRuns(Object row) {
      // Long enough for each of them to get some.
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      return ProcessHandle.current().pid();
    }

    /** Uses a package that only the server was given, in a table that the next class makes too. */
    static void create(SparkSession spark) {
      spark.sql("CREATE TABLE orders (id BIGINT) USING avro").collect();
      spark.sql("INSERT INTO orders SELECT id FROM range(100)").collect();
      assertThat(spark.table("orders").where("id > 10").count()).isEqualTo(89);
      assertThat(spark.table("orders").cache().count()).isEqualTo(100);
    }
  }

  @SparkConnectServer
  static class FirstTestCase {
    @Test
    void test(SparkSession spark, SparkConnectMember member) {
      Use.used(spark, member);
      Use.create(spark);
    }
  }

  static class SecondTestCase extends FirstTestCase {}

  @SparkConnectServer
  static class LosesAWorkerTestCase {
    @Test
    void test(SparkSession spark, SparkConnectMember member, @TempDir Path folder)
        throws IOException {
      SERVERS.add(member.uid().orElseThrow());
      Work work = new Work(folder.toString());
      CompletableFuture<Long> sum =
          CompletableFuture.supplyAsync(
              () ->
                  spark
                      .range(0, 10, 1, 4)
                      .map((MapFunction<Long, Long>) work::run, Encoders.LONG())
                      .collectAsList()
                      .stream()
                      .mapToLong(Long::longValue)
                      .sum());
      // Both executors have a task by then.
      Awaitility.await().atMost(SOON).until(() -> work.runners().size() == 2);
      List<Long> before = cluster.executors();
      SparkProcess worker = cluster.workers().get(0);
      List<ProcessHandle> lost = worker.children().toList();
      assertThat(lost).hasSize(1);
      worker.signal("KILL");
      Awaitility.await().atMost(SOON).until(() -> lost.stream().noneMatch(ProcessHandle::isAlive));
      Files.createFile(folder.resolve("go"));

      assertThat(sum.join()).isEqualTo(45);
      assertThat(before).containsAll(cluster.executors()).hasSize(2);
    }
  }

  /** A task that shows where it is and waits to be let go. */
  private record Work(String folder) implements Serializable {

    long run(long row) {
      Path here = Path.of(folder);
      try {
        Files.write(here.resolve("run-" + ProcessHandle.current().pid()), new byte[0]);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      while (!Files.exists(here.resolve("go"))) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
      return row;
    }

    List<Path> runners() throws IOException {
      try (var files = Files.list(Path.of(folder))) {
        return files.filter(file -> file.toFile().getName().startsWith("run-")).toList();
      }
    }
  }
}
