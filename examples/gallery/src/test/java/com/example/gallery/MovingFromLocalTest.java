package com.example.gallery;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.spark_partition_id;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.api.java.function.ReduceFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Observation;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What takes the place of what only a Spark inside the test's JVM has. */
@SparkConnectServer
class MovingFromLocalTest {

  @Test
  void parallelize(SparkSession spark) {
    Dataset<String> words = spark.createDataset(List.of("a", "b"), Encoders.STRING());

    assertThat(words.count()).isEqualTo(2);
  }

  @Test
  void rowsWithASchema(SparkSession spark) {
    List<Row> rows = List.of(RowFactory.create("a", 1), RowFactory.create("b", 2));
    Dataset<Row> data = spark.createDataFrame(rows, StructType.fromDDL("name STRING, n INT"));

    assertThat(data.agg(sum("n")).first().getLong(0)).isEqualTo(3);
  }

  @Test
  void mapAndReduce(SparkSession spark) {
    int total =
        spark
            .createDataset(List.of("a b", "c"), Encoders.STRING())
            .flatMap(
                (FlatMapFunction<String, String>) line -> Stream.of(line.split(" ")).iterator(),
                Encoders.STRING())
            .map((MapFunction<String, Integer>) String::length, Encoders.INT())
            .reduce((ReduceFunction<Integer>) Integer::sum);

    assertThat(total).isEqualTo(3);
  }

  @Test
  void mapPartitions(SparkSession spark) {
    MapPartitionsFunction<Long, Integer> size =
        rows -> {
          int n = 0;
          for (; rows.hasNext(); rows.next()) {
            n++;
          }
          return List.of(n).iterator();
        };

    assertThat(
            spark
                .range(0, 10, 1, 2)
                .as(Encoders.LONG())
                .mapPartitions(size, Encoders.INT())
                .collectAsList())
        .containsExactly(5, 5);
  }

  @Test
  void countByKey(SparkSession spark) {
    Dataset<Row> counts =
        spark.createDataset(List.of("a", "b", "a"), Encoders.STRING()).groupBy("value").count();

    assertThat(counts.collectAsList())
        .extracting(row -> row.getString(0) + row.getLong(1))
        .containsExactlyInAnyOrder("a2", "b1");
  }

  @Test
  void textFiles(SparkSession spark, @TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("1.txt"), "a\nb\n");

    Dataset<String> lines = spark.read().textFile(folder.toString());
    Dataset<Row> files = spark.read().option("wholetext", true).text(folder.toString());

    assertThat(lines.count()).isEqualTo(2);
    assertThat(files.count()).isEqualTo(1);
  }

  @Test
  void broadcastVariable(SparkSession spark) {
    Map<String, Double> rates = Map.of("EUR", 1.1);
    Dataset<Row> amounts = spark.sql("SELECT 'EUR' AS currency, 10.0D AS amount");

    // Small: it travels with the lambda, as any variable does that it uses.
    Dataset<Double> converted =
        amounts.map(
            (MapFunction<Row, Double>) row -> row.getDouble(1) * rates.get(row.getString(0)),
            Encoders.DOUBLE());
    // Larger: as a table that each executor gets whole.
    Dataset<Row> rateTable = spark.sql("SELECT 'EUR' AS currency, 1.1D AS rate");
    Dataset<Row> joined = amounts.join(broadcast(rateTable), "currency");

    assertThat(converted.first()).isEqualTo(11.0);
    assertThat(joined.select(expr("amount * rate")).first().getDouble(0)).isEqualTo(11.0);
  }

  @Test
  void accumulator(SparkSession spark) throws InterruptedException {
    Observation seen = new Observation("seen");
    Dataset<Row> data =
        spark
            .range(10)
            .toDF()
            .observe(
                seen,
                count(lit(1)).as("rows"),
                count(when(col("id").mod(3).equalTo(0), 1)).as("x"));

    data.collectAsList();

    assertThat(seen.getAsJava()).contains(entry("rows", 10L), entry("x", 4L));
  }

  @Test
  void numberOfPartitions(SparkSession spark) {
    Dataset<Row> data = spark.range(0, 10, 1, 3).toDF();

    assertThat(data.select(spark_partition_id()).distinct().count()).isEqualTo(3);
  }

  @Test
  void jobGroup(SparkSession spark) {
    spark.addTag("nightly");
    try {
      assertThat(spark.range(3).count()).isEqualTo(3);
      assertThat(spark.interruptTag("nightly").size()).isZero();
    } finally {
      spark.clearTags();
    }
  }

  @Test
  void queryPlan(SparkSession spark) {
    Dataset<Row> data = spark.range(3).where("id > 1").toDF();
    data.createOrReplaceTempView("data");

    String plan = spark.sql("EXPLAIN SELECT * FROM data").first().getString(0);

    assertThat(plan).contains("Filter");
    assertThat(Arrays.asList(data.columns())).containsExactly("id");
  }
}
