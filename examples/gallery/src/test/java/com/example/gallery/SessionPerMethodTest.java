package com.example.gallery;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.junit.SessionScope;
import io.github.sparkconnect.junit.SparkConnectServer;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.RepeatedTest;

/** Temporary views, settings and UDFs end with the test; tables last until the class ends. */
@SparkConnectServer(session = SessionScope.PER_METHOD)
class SessionPerMethodTest {

  @RepeatedTest(2)
  void hasTheSessionToItself(SparkSession spark) throws Exception {
    assertThat(spark.catalog().tableExists("numbers")).isFalse();
    assertThat(spark.conf().get("spark.sql.ansi.enabled")).isEqualTo("true");

    spark.range(3).createTempView("numbers");
    spark.conf().set("spark.sql.ansi.enabled", false);
  }
}
