package com.example.orders;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.desc;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.sum;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/** Reports on orders: columns {@code order_id, customer_id, amount, ordered_at}. */
public final class Orders {

  private Orders() {}

  /** Adds up the orders of each customer, also of those who ordered nothing. */
  public static Dataset<Row> totals(Dataset<Row> customers, Dataset<Row> orders) {
    return customers
        .join(orders, customers.col("customer_id").equalTo(orders.col("customer_id")), "left")
        .groupBy(customers.col("customer_id"), col("name"))
        .agg(count(col("order_id")).as("orders"), coalesce(sum(col("amount")), lit(0)).as("total"));
  }

  /** Keeps the largest orders of each customer. */
  public static Dataset<Row> largest(Dataset<Row> orders, int perCustomer) {
    return orders
        .withColumn(
            "rank",
            row_number()
                .over(Window.partitionBy("customer_id").orderBy(desc("amount"), col("order_id"))))
        .where(col("rank").leq(perCustomer))
        .drop("rank");
  }

  /** Adds a running total per customer, in the order of time. */
  public static Dataset<Row> runningTotals(Dataset<Row> orders) {
    return orders.withColumn(
        "running_total",
        sum(col("amount"))
            .over(
                Window.partitionBy("customer_id")
                    .orderBy("ordered_at")
                    .rowsBetween(Window.unboundedPreceding(), Window.currentRow())));
  }
}
