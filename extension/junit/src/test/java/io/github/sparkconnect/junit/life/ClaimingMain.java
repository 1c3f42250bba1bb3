package io.github.sparkconnect.junit.life;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.github.sparkconnect.junit.SparkConnectMember;
import io.github.sparkconnect.junit.SparkConnectServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * A test JVM like any: it runs an annotated class, whose test does what it is told on standard
 * input.
 *
 * <p>Each order is a line, its words separated by tabs, and is answered by a line that begins with
 * {@code @}. {@code claim} with JUnit parameters begins a class and {@code return} ends it; what
 * comes between is for {@link ObeyingTestCase#obey}. It ends with its input.
 */
public final class ClaimingMain {

  private static final BufferedReader ORDERS =
      new BufferedReader(new InputStreamReader(System.in, UTF_8));

  private ClaimingMain() {}

  /** Runs a class for each {@code claim}. */
  public static void main(String[] args) throws IOException {
    String order = ORDERS.readLine();
    while (order != null) {
      runClass(List.of(order.split("\t", -1)));
      order = ORDERS.readLine();
    }
    System.exit(0);
  }

  private static void runClass(List<String> claim) {
    LauncherDiscoveryRequestBuilder request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(ObeyingTestCase.class));
    for (String parameter : claim.subList(1, claim.size())) {
      int equals = parameter.indexOf('=');
      request.configurationParameter(
          parameter.substring(0, equals), parameter.substring(equals + 1));
    }
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request.build(), summary);
    summary.getSummary().printFailuresTo(new PrintWriter(System.out, true, UTF_8), 40);
    say(
        summary.getSummary().getFailures().stream()
            .findFirst()
            .map(failure -> "class failed: " + failure.getException())
            .orElse("returned"));
  }

  private static void say(String answer) {
    System.out.println("@" + answer.replace('\n', ' '));
    System.out.flush();
  }

  /** The class that is run. */
  @SparkConnectServer
  static class ObeyingTestCase {

    @Test
    void obey(SparkSession spark, SparkConnectMember member) throws IOException {
      say("claimed\t" + member.uid().orElseThrow() + "\t" + member.pid().orElseThrow());
      String order = ORDERS.readLine();
      while (order != null && !order.equals("return")) {
        try {
          say("done\t" + result(spark, List.of(order.split("\t", -1))));
        } catch (Throwable e) { // Spark throws what its signatures do not declare.
          say("failed\t" + e);
        }
        order = ORDERS.readLine();
      }
    }

    private static Object result(SparkSession spark, List<String> order) {
      return switch (order.get(0)) {
        case "query" -> spark.range(10).selectExpr("sum(id)").first().getLong(0);
        case "sql" -> spark.sql(order.get(1)).collectAsList().toString();
        case "nap" -> nap(spark, order.get(1));
        case "log" -> log(spark, Integer.parseInt(order.get(1)));
        default -> throw new IllegalArgumentException(order.toString());
      };
    }

    /** Writes a table {@code nap} for so many seconds, without using the processor. */
    private static long nap(SparkSession spark, String seconds) {
      spark
          .sql(
              "CREATE TABLE nap USING parquet AS"
                  + " SELECT id, reflect('java.lang.Thread', 'sleep', 1000L) AS slept"
                  + " FROM range(0, "
                  + seconds
                  + ", 1, 1)")
          .collectAsList();
      return spark.table("nap").count();
    }

    /** Has the server log so many megabytes at level DEBUG. */
    private static long log(SparkSession spark, int megabytes) {
      return spark
          .range(0, megabytes, 1, 1)
          .map((MapFunction<Long, Long>) Noise::megabyte, Encoders.LONG())
          .collectAsList()
          .size();
    }
  }
}
