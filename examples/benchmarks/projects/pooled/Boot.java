package bench;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Boots of a server, in turns, for a client that is hot. */
final class Boot {

  private static final Map<String, List<long[]>> TIMES = new LinkedHashMap<>();

  private static long firstQuery;
  private static long firstRound;
  private static long thirdRound;

  private Boot() {}

  @SparkConnectServer
  static class BootCase {
    @Test
    void round(SparkSession spark) throws Exception {
      rounds(spark);
    }
  }

  private static void rounds(SparkSession spark) throws Exception {
    spark.range(10).count();
    firstQuery = System.nanoTime();
    round(spark);
    firstRound = System.nanoTime();
    round(spark);
    long second = System.nanoTime();
    round(spark);
    thirdRound = System.nanoTime() - second;
  }

  private static void round(SparkSession spark) throws Exception {
    var orders = spark.range(1000).selectExpr("id", "id % 10 AS customer", "id * 2.5 AS price");
    spark.range(1000).selectExpr("sum(id)").collectAsList();
    orders.groupBy("customer").agg(sum("price"), avg("price")).orderBy("customer").collectAsList();
    Path file = Files.createTempDirectory("boot");
    orders.write().mode("overwrite").parquet(file.toString());
    spark.read().parquet(file.toString()).count();
    orders.createOrReplaceTempView("orders");
    spark.sql("SELECT 3 AS customer, 'Ada' AS name").createOrReplaceTempView("customers");
    spark.sql("SELECT name, price FROM orders JOIN customers USING (customer)").collectAsList();
    UDF1<Long, Long> twice = x -> 2 * x;
    spark.range(2).select(udf(twice, DataTypes.LongType).apply(col("id"))).collectAsList();
    try (Stream<Path> files = Files.list(file)) {
      for (Path path : files.toList()) {
        Files.delete(path);
      }
    }
    Files.delete(file);
  }

  public static void main(String[] args) throws Exception {
    int number = Integer.parseInt(args[0]);
    Path pools = Files.createTempDirectory("boot-pools");
    // Makes this client hot, and the archive of classes; in the end the server is looked at.
    System.setProperty("sparkconnect.pool.dir", pools.resolve("first").toString());
    ours("warm-up", pools.resolve("first"));
    awaitArchive();
    for (int i = 0; i < number; i++) {
      stock("stock, its own settings", List.of());
      stock("stock, our settings", OURS);
      System.setProperty("sparkconnect.jvmArgs", "-Xshare:auto");
      ours("ours, without an archive", pools.resolve("plain" + i));
      System.clearProperty("sparkconnect.jvmArgs");
      ours("ours", pools.resolve("archive" + i));
    }
    print();
    delete(pools);
    System.exit(0);
  }

  /** What our servers are started with and what a server by hand could have, too. */
  private static final List<String> OURS =
      List.of(
          "-Dspark.sql.shuffle.partitions=4",
          "-Dspark.ui.showConsoleProgress=false",
          "-Dspark.sql.streaming.stopTimeout=5s",
          "-Dspark.rpc.netty.dispatcher.numThreads=2",
          "-Dspark.sql.shuffleExchange.maxThreadThreshold=32",
          "-Dspark.sql.broadcastExchange.maxThreadThreshold=32",
          "-Dspark.sql.resultQueryStage.maxThreadThreshold=32");

  private static void ours(String name, Path pool) throws Exception {
    System.setProperty("sparkconnect.pool.dir", pool.toString());
    long start = System.nanoTime();
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    try (LauncherSession session = LauncherFactory.openSession()) {
      session
          .getLauncher()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(DiscoverySelectors.selectClass(BootCase.class))
                  .build(),
              summary);
    }
    if (summary.getSummary().getTestsSucceededCount() != 1) {
      throw new AssertionError(summary.getSummary().getFailures().get(0).getException());
    }
    add(name, start);
    if (!name.equals("warm-up")) {
      delete(pool);
      Thread.sleep(2500);
    }
  }

  private static void stock(String name, List<String> settings) throws Exception {
    long start = System.nanoTime();
    Server server = Server.start(settings);
    try (SparkSession session = server.connect()) {
      rounds(session);
    } finally {
      server.stop();
    }
    add(name, start);
  }

  private static void add(String name, long start) {
    long[] times = {
      (firstQuery - start) / 1_000_000, (firstRound - start) / 1_000_000, thirdRound / 1_000_000
    };
    System.out.println(name + " " + java.util.Arrays.toString(times));
    TIMES.computeIfAbsent(name, key -> new ArrayList<>()).add(times);
  }

  private static void print() {
    System.out.println("| server | first query answered | first round done | third round |");
    System.out.println("|---|---|---|---|");
    TIMES.forEach(
        (name, times) ->
            System.out.printf(
                Locale.ROOT,
                "| %s | %.1f s (%.2f) | %.1f s (%.2f) | %.1f s (%.2f) |%n",
                name,
                median(name, 0),
                median(name, 0) / median("stock, our settings", 0),
                median(name, 1),
                median(name, 1) / median("stock, our settings", 1),
                median(name, 2),
                median(name, 2) / median("stock, our settings", 2)));
  }

  private static double median(String name, int column) {
    List<Long> sorted = TIMES.get(name).stream().map(times -> times[column]).sorted().toList();
    return sorted.get(sorted.size() / 2) / 1000.0;
  }

  private static void awaitArchive() throws Exception {
    Path shared =
        Path.of(System.getenv("XDG_CACHE_HOME"), "spark-connect-junit", "shared-1");
    for (int i = 0; i < 600; i++) {
      try (Stream<Path> files = Files.list(shared)) {
        if (files.anyMatch(file -> file.toString().endsWith(".jsa"))) {
          return;
        }
      }
      Thread.sleep(500);
    }
    throw new IllegalStateException("no archive in " + shared);
  }

  private static void delete(Path folder) throws Exception {
    for (int i = 0; i < 100 && Files.exists(folder); i++) {
      try (Stream<Path> walk = Files.walk(folder)) {
        for (Path path : walk.sorted(java.util.Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      } catch (java.io.IOException | java.io.UncheckedIOException e) {
        Thread.sleep(50);
      }
    }
  }
}
