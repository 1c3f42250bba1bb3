package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.sparkconnect.junit.SparkConnectServer;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

@SparkConnectServer
class SumTest {

  @Test
  void sums(SparkSession spark) {
    assertEquals(45, spark.range(10).selectExpr("sum(id)").first().getLong(0));
  }
}
