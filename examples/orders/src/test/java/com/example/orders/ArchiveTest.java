package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.junit.SparkConnectServer;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/**
 * Makes a table of the same name as {@link OrderFilesTest}: nothing of one is left for the other.
 */
@SparkConnectServer
class ArchiveTest {

  @Test
  void startsWithoutTheTablesOfOthers(SparkSession spark) {
    assertThat(spark.catalog().tableExists("orders")).isFalse();

    SampleOrders.orders(spark).where("amount > 100").write().saveAsTable("orders");

    assertThat(spark.table("orders").count()).isEqualTo(1);
  }
}
