package com.example.orders;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Data that several tests use. */
final class SampleOrders {

  private SampleOrders() {}

  static Dataset<Row> customers(SparkSession spark) {
    return spark.sql(
        "SELECT * FROM VALUES ('c1', 'Ada', 'gold'), ('c2', 'Grace', 'basic'),"
            + " ('c3', 'Edsger', 'basic') AS t(customer_id, name, tier)");
  }

  static Dataset<Row> orders(SparkSession spark) {
    return spark.sql(
        """
        SELECT order_id, customer_id, amount, ordered_at FROM VALUES
          ('o1', 'c1', 120.0D, TIMESTAMP'2026-03-01 09:00:00'),
          ('o2', 'c1',  40.0D, TIMESTAMP'2026-03-01 17:30:00'),
          ('o3', 'c2',  15.0D, TIMESTAMP'2026-03-02 08:15:00'),
          ('o4', 'c1',  40.0D, TIMESTAMP'2026-03-03 12:00:00')
          AS t(order_id, customer_id, amount, ordered_at)
        """);
  }
}
