package com.example.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Spark 4.0 does not run on a newer Java than 21. */
@Iceberg
@EnabledForJreRange(max = JRE.JAVA_21)
class IcebergTest {

  @Test
  void mergesAndTravelsInTime(SparkSession spark) {
    spark.sql("CREATE TABLE lake.shop.stock (item STRING, pieces INT) USING iceberg");
    spark.sql("INSERT INTO lake.shop.stock VALUES ('nut', 1), ('bolt', 2)");
    long before = newestSnapshot(spark);

    Stock.add(spark.sql("SELECT * FROM VALUES ('bolt', 20), ('screw', 30) AS t(item, pieces)"));

    assertThat(items(spark.table("lake.shop.stock")))
        .containsExactly("bolt 22", "nut 1", "screw 30");
    assertThat(items(spark.sql("SELECT * FROM lake.shop.stock VERSION AS OF " + before)))
        .containsExactly("bolt 2", "nut 1");
  }

  private static long newestSnapshot(SparkSession spark) {
    return spark
        .sql("SELECT snapshot_id FROM lake.shop.stock.snapshots ORDER BY committed_at DESC")
        .first()
        .getLong(0);
  }

  private static List<String> items(Dataset<Row> stock) {
    return stock.orderBy("item").collectAsList().stream()
        .map(row -> row.getString(0) + " " + row.getInt(1))
        .toList();
  }
}
