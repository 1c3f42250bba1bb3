package com.example.orders;

import static org.apache.spark.sql.functions.col;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Tells somebody about each order that is unusually large. */
public final class LargeOrderAlerts {

  /** Who is told. */
  public interface Notifier {
    /** Tells about one order. */
    void largeOrder(String orderId, double amount);
  }

  private final Notifier notifier;
  private final double threshold;

  /** Tells {@code notifier} of orders of at least {@code threshold}. */
  public LargeOrderAlerts(Notifier notifier, double threshold) {
    this.notifier = notifier;
    this.threshold = threshold;
  }

  /** Checks some orders. */
  public void check(Dataset<Row> orders) {
    for (Row order : orders.where(col("amount").geq(threshold)).collectAsList()) {
      notifier.largeOrder(order.getAs("order_id"), order.getAs("amount"));
    }
  }
}
