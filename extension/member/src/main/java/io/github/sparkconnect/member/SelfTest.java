package io.github.sparkconnect.member;

import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connect.SparkSession;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A client that goes the way of a test once: {@code SelfTest <port>}, with the token in the
 * environment, on a member's own class path, which has a Connect client.
 *
 * <p>Prints {@code query: ok} and the answer of a reset; whatever goes wrong ends it with a trace.
 */
public final class SelfTest {

  private SelfTest() {}

  /** Runs a query and a reset on the member that listens on that port. */
  public static void main(String[] args) {
    String url =
        "sc://localhost:"
            + Integer.parseInt(args[0])
            + "/;token="
            + System.getenv(MemberBoot.TOKEN_VARIABLE);
    SparkSession session = SparkSession.builder().remote(url).create();
    long sum = session.range(10).selectExpr("sum(id)").collectAsList().get(0).getLong(0);
    if (sum != 45) {
      throw new IllegalStateException("the sum of 0 to 9 is 45, but the server says " + sum);
    }
    System.out.println("query: ok");
    Row[] answer =
        (Row[])
            session
                .executeCommand(
                    MemberControl.class.getName(),
                    "reset",
                    scala.collection.immutable.Map$.MODULE$.from(
                        CollectionConverters.asScala(Map.of("session", session.sessionId()))))
                .collect();
    System.out.println("reset: " + answer[0].getString(0));
    session.close();
    System.exit(0);
  }
}
