package com.example.gallery;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The limit holds for a test; the wait for a server comes before and has limits of its own. */
@SparkConnectServer
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class TimeLimitTest {

  @Test
  void endsInTime(SparkSession spark) {
    assertThat(spark.range(1_000).count()).isEqualTo(1_000);
  }
}
