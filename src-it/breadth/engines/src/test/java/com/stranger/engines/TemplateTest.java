package com.stranger.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.sparkconnect.junit.SparkConnectServer;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A class that is run for each argument. */
@SparkConnectServer
@ParameterizedClass
@ValueSource(ints = {1, 2})
class TemplateTest {

  @Parameter int number;

  @Test
  void counts(SparkSession spark) {
    assertEquals(number, spark.range(number).count());
  }

  @Nested
  class Inside {
    @Test
    void countsToo(SparkSession spark) {
      assertEquals(number + 1, spark.range(number + 1).count());
    }
  }
}
