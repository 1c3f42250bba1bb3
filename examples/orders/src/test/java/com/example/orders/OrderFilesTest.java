package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SparkConnectServer
class OrderFilesTest {

  @Test
  void readsBackTheOrdersOfOneDay(SparkSession spark, @TempDir Path folder) {
    OrderFiles files = new OrderFiles(spark, folder.resolve("orders").toString());

    files.append(SampleOrders.orders(spark));

    assertThat(files.of("2026-03-01").select("order_id").orderBy("order_id").collectAsList())
        .extracting(row -> row.getString(0))
        .containsExactly("o1", "o2");
    assertThat(folder.resolve("orders/day=2026-03-02")).isDirectory();
  }

  @Test
  void savesATableInTheServersOwnWarehouse(SparkSession spark) {
    SampleOrders.orders(spark).write().saveAsTable("orders");

    assertThat(spark.table("orders").count()).isEqualTo(4);
    assertThat(Files.exists(Path.of("spark-warehouse"))).isFalse();
  }
}
