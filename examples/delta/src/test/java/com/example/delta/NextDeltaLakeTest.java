package com.example.delta;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Makes a table of the same name as {@link DeltaLakeTest}, on the same server, from nothing. */
@DeltaLake
@EnabledForJreRange(max = JRE.JAVA_21)
class NextDeltaLakeTest {

  @Test
  void startsWithoutTheTablesOfOthers(SparkSession spark) {
    spark.sql("CREATE TABLE stock (item STRING) USING delta");
    spark.sql("INSERT INTO stock VALUES ('nail')");

    assertThat(spark.sql("DESCRIBE HISTORY stock").count()).isEqualTo(2);
    assertThat(spark.table("stock").count()).isEqualTo(1);
  }
}
