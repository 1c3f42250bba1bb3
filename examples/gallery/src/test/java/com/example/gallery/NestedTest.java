package com.example.gallery;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.junit.SparkConnectMember;
import io.github.sparkconnect.junit.SparkConnectServer;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Nested classes share the server of the class around them, unless they ask for another one. */
@SparkConnectServer
class NestedTest {

  private static String outerServer = "";

  @BeforeAll
  static void prepare(SparkSession spark, SparkConnectMember server) {
    spark.sql("CREATE TABLE orders USING parquet AS SELECT 'o1' AS id");
    outerServer = server.url();
  }

  @Nested
  class OnTheSameServer {

    @Test
    void seesItsTables(SparkSession spark, SparkConnectMember server) {
      assertThat(server.url()).isEqualTo(outerServer);
      assertThat(spark.table("orders").count()).isEqualTo(1);
    }
  }

  @Nested
  @WithCustomers
  class OnAServerOfItsOwn {

    @Test
    void seesOtherTables(SparkSession spark, SparkConnectMember server) throws Exception {
      assertThat(server.url()).isNotEqualTo(outerServer);
      assertThat(spark.catalog().tableExists("orders")).isFalse();
      assertThat(spark.table("customers").count()).isEqualTo(2);
    }
  }
}
