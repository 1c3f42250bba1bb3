package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.junit.SparkConnectServer;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

@SparkConnectServer
class OrdersTest {

  @Test
  void totalsIncludeCustomersWithoutOrders(SparkSession spark) {
    assertThat(
            Orders.totals(SampleOrders.customers(spark), SampleOrders.orders(spark))
                .orderBy("customer_id")
                .collectAsList())
        .containsExactly(
            RowFactory.create("c1", "Ada", 3L, 200.0),
            RowFactory.create("c2", "Grace", 1L, 15.0),
            RowFactory.create("c3", "Edsger", 0L, 0.0));
  }

  @Test
  void largestKeepsTheEarlierOrderOfTwoEqualOnes(SparkSession spark) {
    assertThat(
            Orders.largest(SampleOrders.orders(spark), 2)
                .orderBy("order_id")
                .select("order_id")
                .collectAsList())
        .extracting(row -> row.getString(0))
        .containsExactly("o1", "o2", "o3");
  }

  @Test
  void runningTotalsGrowWithTime(SparkSession spark) {
    assertThat(
            Orders.runningTotals(SampleOrders.orders(spark))
                .where("customer_id = 'c1'")
                .orderBy("ordered_at")
                .select("running_total")
                .collectAsList())
        .extracting(OrdersTest::asDouble)
        .containsExactly(120.0, 160.0, 200.0);
  }

  private static double asDouble(Row row) {
    return row.getDouble(0);
  }
}
