package io.github.sparkconnect.member;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.connect.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/**
 * Queries like those of tests, sent to this member through its own endpoint, so that the first test
 * finds loaded classes and compiled code. Nothing is left of them.
 */
final class WarmUp {

  /** After these, another round saves a fresh test JVM less than a tenth of a second. */
  static final int ROUNDS = 3;

  private final String url;
  private final Path folder;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private volatile @Nullable SparkSession session;

  @FunctionalInterface
  private interface Query {
    void run(SparkSession session) throws Exception;
  }

  private final List<Query> round =
      List.of(
          WarmUp::total,
          WarmUp::aggregate,
          this::write,
          this::read,
          WarmUp::join,
          WarmUp::function);

  /**
   * @param url of this member's endpoint
   * @param folder for files, deleted afterwards
   */
  WarmUp(String url, Path folder) {
    this.url = url;
    this.folder = folder;
  }

  /**
   * Runs all rounds, or as many as there is time for until {@link #stop}.
   *
   * @return whether it were all
   */
  boolean run() throws Exception {
    SparkSession opened = SparkSession.builder().remote(url).create();
    session = opened;
    try {
      for (int i = 0; i < ROUNDS; i++) {
        for (Query query : round) {
          if (stopped.get()) {
            return false;
          }
          query.run(opened);
        }
      }
      return true;
    } catch (Exception e) {
      if (!stopped.get()) {
        throw e;
      }
      return false;
    } finally {
      opened.close();
      Trees.delete(folder);
    }
  }

  /** Ends a run soon, from any thread. */
  void stop() {
    SparkSession running = session;
    if (stopped.compareAndSet(false, true) && running != null) {
      Thread thread = new Thread(running::interruptAll, "member-warm-up-stop");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void total(SparkSession spark) {
    spark.range(1000).selectExpr("sum(id)").collectAsList();
  }

  private static void aggregate(SparkSession spark) {
    keyed(spark)
        .groupBy(col("k"))
        .agg(sum(col("v")), avg(col("v")), max(col("name")), count(lit(1)))
        .orderBy(col("k"))
        .collectAsList();
  }

  private void write(SparkSession spark) {
    keyed(spark).write().mode("overwrite").parquet(folder.toString());
  }

  private void read(SparkSession spark) {
    spark.read().parquet(folder.toString()).filter(col("v").gt(5)).count();
  }

  private static void join(SparkSession spark) throws Exception {
    keyed(spark).createTempView("warm_up_left");
    spark.sql("SELECT 1 AS k, 'one' AS word").createTempView("warm_up_right");
    try {
      spark
          .sql(
              "SELECT l.k, word, v, row_number() OVER (PARTITION BY l.k ORDER BY v) AS n"
                  + " FROM warm_up_left l JOIN warm_up_right r ON l.k = r.k WHERE v < 50")
          .collectAsList();
    } finally {
      spark.catalog().dropTempView("warm_up_left");
      spark.catalog().dropTempView("warm_up_right");
    }
  }

  private static void function(SparkSession spark) {
    UDF1<Long, Long> twice = value -> 2 * value;
    spark
        .range(100)
        .select(udf(twice, DataTypes.LongType).apply(col("id")).as("twice"))
        .collectAsList();
  }

  private static Dataset<Row> keyed(SparkSession spark) {
    return spark.range(500).selectExpr("id % 7 AS k", "id AS v", "concat('name ', id) AS name");
  }
}
