package com.stranger.forks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.sparkconnect.junit.SparkConnectServer;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

@SparkConnectServer
class ThreeTest {

  /** The same table in each class: on one server, each must find it gone. */
  @Test
  void createsATable(SparkSession spark) {
    spark.sql("CREATE TABLE forked USING parquet AS SELECT id FROM range(3)");

    assertEquals(3, spark.table("forked").count());
    assertSame(spark, SparkSession.builder().getOrCreate());
  }
}
