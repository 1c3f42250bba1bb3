package bench;

import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A session of each class's own, on a server that the fork, or the class, has started. */
abstract class SessionTest extends RoundTest {

  private static final boolean PER_CLASS = "class".equals(System.getProperty("server.per"));

  private static Server server;
  private static SparkSession spark;

  @BeforeAll
  static void open() throws Exception {
    if (server == null) {
      server = Server.start(List.of("-Dspark.sql.shuffle.partitions=2"));
    }
    spark = server.connect();
  }

  @AfterAll
  static void close() throws Exception {
    spark.close();
    if (PER_CLASS) {
      server.stop();
      server = null;
    }
  }

  @Override
  SparkSession spark() {
    return spark;
  }
}
