package io.github.sparkconnect.junit;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/**
 * What it costs that the classes of a test are sent: the sending itself, and that Spark compiles
 * its generated code again for a session that was sent some. Not run by the build; see
 * BENCHMARKS.md.
 */
class SendingBenchmark {

  private static final int ROUNDS = Integer.getInteger("rounds", 11);
  private static final int WARM_UP = 5;

  @Test
  void measures() {
    JupiterRun.of(SendsTestCase.class)
        .testEvents()
        .assertStatistics(counts -> counts.succeeded(1).failed(0));
  }

  /** Its lambda is in here, where nothing has the types of the test kit. */
  @SparkConnectServer
  static class SendsTestCase {

    @Test
    void measures(SparkConnectMember member) {
      List<Long> opening = new ArrayList<>();
      List<Long> first = new ArrayList<>();
      List<Long> again = new ArrayList<>();
      List<Long> firstAfterSending = new ArrayList<>();
      List<Long> againAfterSending = new ArrayList<>();
      List<Long> firstLambda = new ArrayList<>();
      List<Long> secondLambda = new ArrayList<>();
      List<Long> sending = new ArrayList<>();
      ClassesJar classes = TestClasses.of(SendingBenchmark.class).get();
      for (int i = 0; i < WARM_UP + ROUNDS; i++) {
        // In turns, so that all meet a server that is equally warm.
        inNewSession(
            member,
            spark -> {
              time(opening, () -> plain(spark));
              time(first, () -> sixQueries(spark));
              time(again, () -> sixQueries(spark));
            });
        inNewSession(
            member,
            spark -> {
              time(firstLambda, () -> lambda(spark));
              time(firstAfterSending, () -> sixQueries(spark));
              time(againAfterSending, () -> sixQueries(spark));
              time(secondLambda, () -> lambda(spark));
            });
        inNewSession(
            member,
            spark -> {
              spark.version();
              time(sending, () -> classes.sendTo(spark));
            });
      }
      print("a session's first query", opening);
      print("  then six queries, nothing sent", first);
      print("  once more", again);
      print("a session's first lambda, with the sending", firstLambda);
      print("  then six queries", firstAfterSending);
      print("  once more", againAfterSending);
      print("  the lambda once more", secondLambda);
      print("sending the classes of this module's tests", sending);
    }

    private static void sixQueries(SparkSession spark) {
      assertThat(spark.range(100).agg(sum(col("id"))).first().getLong(0)).isEqualTo(4950);
      assertThat(spark.range(100).groupBy(col("id").mod(7)).count().collectAsList()).hasSize(7);
      assertThat(spark.range(50).join(spark.range(25, 75).toDF("id"), "id").count()).isEqualTo(25);
      assertThat(
              spark
                  .createDataset(List.of("a", "bc", "bc"), Encoders.STRING())
                  .distinct()
                  .orderBy("value")
                  .collectAsList())
          .containsExactly("a", "bc");
      assertThat(
              spark
                  .sql("SELECT upper(w) FROM VALUES ('a'), ('bc') AS t(w) WHERE length(w) > 1")
                  .first()
                  .getString(0))
          .isEqualTo("BC");
      assertThat(
              spark
                  .sql("SELECT id, row_number() OVER (ORDER BY id DESC) AS n FROM range(10)")
                  .filter("n = 1")
                  .first()
                  .getLong(0))
          .isEqualTo(9);
    }

    private static void plain(SparkSession spark) {
      assertThat(spark.createDataset(List.of("a"), Encoders.STRING()).collectAsList())
          .containsExactly("a");
    }

    private static void lambda(SparkSession spark) {
      assertThat(
              spark
                  .createDataset(List.of("a"), Encoders.STRING())
                  .map((MapFunction<String, String>) text -> text + "!", Encoders.STRING())
                  .collectAsList())
          .containsExactly("a!");
    }

    private static void inNewSession(SparkConnectMember member, Consumer<SparkSession> work) {
      SparkSession spark = member.newSession();
      work.accept(spark);
      spark.stop();
    }

    private static void time(List<Long> times, Runnable step) {
      long start = System.nanoTime();
      step.run();
      times.add(System.nanoTime() - start);
    }

    private static void print(String name, List<Long> times) {
      ReturnBenchmark.print(name, times.subList(WARM_UP, times.size()));
    }
  }
}
