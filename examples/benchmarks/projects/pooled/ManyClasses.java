package bench;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** One small class many times in one JVM: what each costs, and whether that grows. */
final class ManyClasses {

  private static long usable;

  private ManyClasses() {}

  @SparkConnectServer
  static class SmallCase {
    @Test
    void counts(SparkSession spark) {
      usable = System.nanoTime();
      if (spark.range(10).count() != 10) {
        throw new AssertionError();
      }
    }
  }

  public static void main(String[] args) {
    int number = Integer.parseInt(args[0]);
    List<Double> claims = new ArrayList<>();
    List<Double> wholes = new ArrayList<>();
    try (LauncherSession session = LauncherFactory.openSession()) {
      for (int i = 0; i < number; i++) {
        long[] start = new long[1];
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        session
            .getLauncher()
            .execute(
                LauncherDiscoveryRequestBuilder.request()
                    .selectors(DiscoverySelectors.selectClass(SmallCase.class))
                    .build(),
                summary,
                new TestExecutionListener() {
                  @Override
                  public void executionStarted(TestIdentifier test) {
                    if (start[0] == 0 && test.getSource().isPresent()) {
                      start[0] = System.nanoTime();
                    }
                  }
                });
        if (summary.getSummary().getTestsSucceededCount() != 1) {
          throw new AssertionError(summary.getSummary().getFailures().get(0).getException());
        }
        claims.add((usable - start[0]) / 1e6);
        wholes.add((System.nanoTime() - start[0]) / 1e6);
      }
    }
    int part = Math.max(1, Math.min(100, number / 3));
    print("claim to usable session", claims, part);
    print("the whole class, with one query and the return", wholes, part);
    System.exit(0);
  }

  private static void print(String what, List<Double> times, int part) {
    List<Double> first = times.subList(0, part);
    List<Double> last = times.subList(times.size() - part, times.size());
    System.out.printf(
        Locale.ROOT,
        "%s: median %.0f ms; of the first %d %.0f ms, of the last %d %.0f ms (%.2f times)%n",
        what,
        median(times),
        part,
        median(first),
        part,
        median(last),
        median(last) / median(first));
  }

  private static double median(List<Double> times) {
    return times.stream().sorted().toList().get(times.size() / 2);
  }
}
