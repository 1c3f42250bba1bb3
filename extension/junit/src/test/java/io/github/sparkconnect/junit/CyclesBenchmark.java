package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/**
 * Many classes on one small server: what stays in its heap after each. Not run by the build; see
 * BENCHMARKS.md.
 */
class CyclesBenchmark {

  private static final int CYCLES = Integer.getInteger("cycles", 300);
  private static final int EVERY = 25;

  private static final Set<String> SERVERS = new HashSet<>();
  private static long pid;

  @Test
  void measures() throws Exception {
    List<Long> heap = new ArrayList<>();
    JupiterRun jupiter = new JupiterRun();
    for (int cycle = 1; cycle <= CYCLES; cycle++) {
      jupiter
          .run(WorksTestCase.class)
          .testEvents()
          .assertStatistics(counts -> counts.succeeded(1).failed(0));
      if (cycle % EVERY == 0) {
        long live = liveKilobytes(pid);
        heap.add(live);
        System.out.printf(
            Locale.ROOT,
            "after %3d classes: %d MB live in the heap of %s%n",
            cycle,
            live / 1024,
            SERVERS);
      }
    }
    System.out.println("servers: " + SERVERS.size() + ", live KB: " + heap);
    jupiter.said().stream().filter(line -> line.contains("retired")).forEach(System.out::println);
  }

  /** Forces a collection and counts what survives. */
  private static long liveKilobytes(long pid) throws IOException {
    Process jcmd =
        new ProcessBuilder("jcmd", Long.toString(pid), "GC.class_histogram", "-all=false").start();
    String text = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String total = text.lines().filter(line -> line.startsWith("Total")).findFirst().orElseThrow();
    return Long.parseLong(total.replaceAll("\\D+", " ").trim().replaceAll(".* ", "")) / 1024;
  }

  @SparkConnectServer(jvmArgs = "-Xmx512m")
  static class WorksTestCase {
    @Test
    void works(SparkSession spark, SparkConnectMember member) {
      SERVERS.add(member.uid().orElseThrow());
      pid = member.pid().orElseThrow();
      spark.range(1000).selectExpr("id", "id % 7 AS k").createOrReplaceTempView("numbers");
      spark
          .sql("CREATE TABLE sums USING parquet AS SELECT k, sum(id) s FROM numbers GROUP BY k")
          .collect();
      spark.sql("CACHE TABLE sums").collect();
      assertThat(spark.table("sums").count()).isEqualTo(7);
      spark.sql("CREATE OR REPLACE GLOBAL TEMP VIEW g AS SELECT 1 AS id").collect();
      assertThat(
              spark
                  .createDataset(List.of("a", "b"), Encoders.STRING())
                  .map((MapFunction<String, String>) text -> text + "!", Encoders.STRING())
                  .collectAsList())
          .containsExactly("a!", "b!");
      assertThat(spark.range(10).localCheckpoint().count()).isEqualTo(10);
    }
  }
}
