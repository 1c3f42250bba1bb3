package com.example.orders;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Orders as Parquet files, one folder per day. */
public final class OrderFiles {

  private final SparkSession spark;
  private final String folder;

  /** Uses the folder as the server sees it. */
  public OrderFiles(SparkSession spark, String folder) {
    this.spark = spark;
    this.folder = folder;
  }

  /** Adds orders. */
  public void append(Dataset<Row> orders) {
    orders
        .withColumn("day", orders.col("ordered_at").cast("date"))
        .write()
        .mode("append")
        .partitionBy("day")
        .parquet(folder);
  }

  /** Reads the orders of a day, {@code yyyy-mm-dd}. */
  public Dataset<Row> of(String day) {
    Dataset<Row> all = spark.read().parquet(folder);
    return all.where(all.col("day").equalTo(day)).drop("day");
  }
}
