package com.example.orders;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.junit.SparkConnectServer;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

@SparkConnectServer
class DiscountsTest {

  @Test
  void goldCustomersPayLess(SparkSession spark) {
    assertThat(
            SampleOrders.orders(spark)
                .join(SampleOrders.customers(spark), "customer_id")
                .select(
                    col("order_id"),
                    Discounts.function().apply(col("tier"), col("amount")).as("to_pay"))
                .orderBy("order_id")
                .collectAsList())
        .extracting(row -> row.getDouble(1))
        .containsExactly(96.0, 36.0, 15.0, 36.0);
  }

  @Test
  void worksInSql(SparkSession spark) {
    spark.udf().register("discounted", Discounts.function());

    assertThat(spark.sql("SELECT discounted('gold', 200.0D)").first().getDouble(0))
        .isEqualTo(160.0);
  }
}
