package com.example.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Makes a table of the same name as {@link IcebergTest}, from nothing, on a server of its own. */
@Iceberg
@EnabledForJreRange(max = JRE.JAVA_21)
class NextIcebergTest {

  @Test
  void startsWithoutTheTablesOfOthers(SparkSession spark) {
    spark.sql("CREATE TABLE lake.shop.stock (item STRING) USING iceberg");
    spark.sql("INSERT INTO lake.shop.stock VALUES ('nail')");

    assertThat(spark.table("lake.shop.stock").count()).isEqualTo(1);
    assertThat(spark.table("lake.shop.stock.history").count()).isEqualTo(1);
  }
}
