package com.example.orders;

import static org.apache.spark.sql.functions.col;

import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;

/** Counts the clicks that arrive as JSON files in a folder. */
public final class Clickstream {

  private Clickstream() {}

  /**
   * Starts counting clicks per page into the table {@code result}.
   *
   * @throws TimeoutException if the query does not start in time
   */
  public static StreamingQuery countPages(SparkSession spark, String folder, String result)
      throws TimeoutException {
    return spark
        .readStream()
        .schema("page STRING, visitor STRING, at TIMESTAMP")
        .json(folder)
        .groupBy(col("page"))
        .count()
        .writeStream()
        .outputMode("complete")
        .format("memory")
        .queryName(result)
        .start();
  }
}
