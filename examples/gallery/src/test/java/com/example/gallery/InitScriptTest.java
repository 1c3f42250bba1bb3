package com.example.gallery;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Large fixtures are made once for a server, and not for each class that reads them. */
@WithCustomers
class InitScriptTest {

  @Test
  void findsTheTable(SparkSession spark) {
    assertThat(spark.table("customers").count()).isEqualTo(2);
  }

  /** What a class makes beside the fixture is dropped when it ends; the fixture stays. */
  @Test
  void makesATableOfItsOwn(SparkSession spark) {
    spark.sql("CREATE TABLE copies USING parquet AS SELECT * FROM first_names");

    assertThat(spark.table("copies").count()).isEqualTo(2);
  }
}
