package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.sparkconnect.junit.SparkConnectServer;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

@SparkConnectServer
class TableTest {

  @Test
  void writesAndReadsATable(SparkSession spark) {
    spark.sql("CREATE TABLE numbers USING parquet AS SELECT id FROM range(7)");

    assertEquals(7, spark.table("numbers").count());
  }
}
