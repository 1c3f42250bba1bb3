package bench;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;

/** Spark in the test's JVM, one for all classes of the fork. */
abstract class SessionTest extends RoundTest {

  private static SparkSession spark;

  @BeforeAll
  static void open() {
    spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .getOrCreate();
  }

  @Override
  SparkSession spark() {
    return spark;
  }
}
