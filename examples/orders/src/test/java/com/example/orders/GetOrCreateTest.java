package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.junit.SparkConnectServer;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Code under test that asks for its session itself gets the injected one. */
@SparkConnectServer
class GetOrCreateTest {

  @Test
  void codeUnderTestFindsTheInjectedSession(SparkSession spark) {
    SampleOrders.orders(spark).createOrReplaceTempView("orders");

    assertThat(ordersOf(SparkSession.builder().getOrCreate())).isEqualTo(4);
  }

  private static long ordersOf(SparkSession spark) {
    return spark.table("orders").count();
  }
}
