package bench;

import io.github.sparkconnect.junit.SparkConnectServer;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;

/** A clean server of the pool for each class. */
@SparkConnectServer
abstract class SessionTest extends RoundTest {

  private static SparkSession spark;

  @BeforeAll
  static void open(SparkSession session) {
    spark = session;
  }

  @Override
  SparkSession spark() {
    return spark;
  }
}
