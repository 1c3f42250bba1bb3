package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * How long the end of a class takes, from its last callback to its server being in the pool again,
 * and where that time goes. Not run by the build; see BENCHMARKS.md.
 */
class ReturnBenchmark {

  private static final int ROUNDS = Integer.getInteger("rounds", 15);
  private static final int WARM_UP = 5;

  private static long lastCallback;

  @Test
  void measures() {
    List<Long> untouched = new ArrayList<>();
    List<Long> used = new ArrayList<>();
    for (int i = 0; i < WARM_UP + ROUNDS; i++) {
      // In turns, so that both meet a server that is equally warm.
      untouched.add(returnOf(UntouchedTestCase.class));
      used.add(returnOf(LeavesTestCase.class));
    }
    print("return, untouched", warm(untouched));
    print("return, 20 tables, 5 caches", warm(used));
    JupiterRun.of(PartsTestCase.class)
        .testEvents()
        .assertStatistics(counts -> counts.succeeded(1).failed(0));
  }

  private static long returnOf(Class<?> testClass) {
    JupiterRun run = new JupiterRun();
    run.run(testClass).testEvents().assertStatistics(counts -> counts.succeeded(1).failed(0));
    long time = System.nanoTime() - lastCallback;
    assertThat(run.said()).noneMatch(line -> line.contains("is retired"));
    return time;
  }

  private static List<Long> warm(List<Long> times) {
    return times.subList(WARM_UP, times.size());
  }

  static void print(String name, List<Long> nanos) {
    List<Long> sorted = new ArrayList<>(nanos);
    Collections.sort(sorted);
    System.out.printf(
        Locale.ROOT,
        "%-45s median %6.1f ms, fastest %6.1f ms, slowest %6.1f ms (%d times)%n",
        name,
        sorted.get(sorted.size() / 2) / 1e6,
        sorted.get(0) / 1e6,
        sorted.get(sorted.size() - 1) / 1e6,
        sorted.size());
  }

  private static void leave(SparkSession spark) {
    for (int i = 0; i < 20; i++) {
      spark.sql("CREATE TABLE t" + i + " USING parquet AS SELECT 1 AS id").collect();
    }
    for (int i = 0; i < 5; i++) {
      spark.sql("CACHE TABLE t" + i).collect();
    }
  }

  @SparkConnectServer
  static class UntouchedTestCase {
    @Test
    void queries(SparkSession spark) {
      assertThat(spark.range(10).count()).isEqualTo(10);
    }

    @AfterAll
    static void note() {
      lastCallback = System.nanoTime();
    }
  }

  @SparkConnectServer
  static class LeavesTestCase {
    @Test
    void leaves(SparkSession spark) {
      leave(spark);
    }

    @AfterAll
    static void note() {
      lastCallback = System.nanoTime();
    }
  }

  /** Takes the steps of a return one by one; its resets close the control session of its claim. */
  @SparkConnectServer(reuse = Reuse.NEVER)
  static class PartsTestCase {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    void measures(SparkConnectMember member) {
      List<Long> release = new ArrayList<>();
      List<Long> cleanReset = new ArrayList<>();
      List<Long> reset = new ArrayList<>();
      List<Long> close = new ArrayList<>();
      for (int i = 0; i < WARM_UP + ROUNDS; i++) {
        ClassSessions sessions =
            new ClassSessions(
                member.url(),
                new ClassSessions.Plan(Map.of(), false, ReturnBenchmark.class, List.of(), LIMIT),
                new SparkGlobals());
        ControlSession control = ControlSession.open(member.url());
        control.ping(LIMIT);
        leave(sessions.ofClass());
        time(release, () -> sessions.releaseAll(Limit.of(LIMIT)));
        time(reset, () -> control.reset(LIMIT));
        time(cleanReset, () -> control.reset(LIMIT));
        time(close, () -> control.close(LIMIT));
      }
      print("  ML cache and release of a session", warm(release));
      print("  reset of 20 tables and 5 caches", warm(reset));
      print("  reset of nothing", warm(cleanReset));
      print("  release of the control session", warm(close));
    }

    private static void time(List<Long> times, Runnable step) {
      long start = System.nanoTime();
      step.run();
      times.add(System.nanoTime() - start);
    }
  }
}
