package com.stranger.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.sparkconnect.junit.SparkConnectServer;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Run by the suite only: its name is not one that Surefire looks for. */
@SparkConnectServer
class AlsoInSuite {

  @Test
  void createsATable(SparkSession spark) {
    spark.sql("CREATE TABLE suite USING parquet AS SELECT id FROM range(3)");

    assertEquals(3, spark.table("suite").count());
  }
}
