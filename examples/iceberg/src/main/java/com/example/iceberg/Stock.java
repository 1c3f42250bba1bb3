package com.example.iceberg;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The code under test: a table {@code lake.shop.stock} of Iceberg. */
public final class Stock {

  private Stock() {}

  /** Adds what was delivered to what is there. */
  public static void add(Dataset<Row> delivery) {
    delivery.createOrReplaceTempView("delivery");
    delivery
        .sparkSession()
        .sql(
            """
            MERGE INTO lake.shop.stock AS stock USING delivery ON stock.item = delivery.item
            WHEN MATCHED THEN UPDATE SET pieces = stock.pieces + delivery.pieces
            WHEN NOT MATCHED THEN INSERT *
            """);
  }
}
