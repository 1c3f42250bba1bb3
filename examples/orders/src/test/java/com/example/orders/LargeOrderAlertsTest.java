package com.example.orders;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;

import com.example.orders.LargeOrderAlerts.Notifier;
import io.github.sparkconnect.junit.SparkConnectServer;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@SparkConnectServer(conf = "spark.sql.shuffle.partitions=2")
class LargeOrderAlertsTest {

  private final Notifier notifier = mock(Notifier.class);

  @BeforeEach
  void prepare(SparkSession spark) {
    SampleOrders.orders(spark).createOrReplaceTempView("orders");
  }

  @Test
  void tellsOfEachLargeOrder(SparkSession spark) {
    new LargeOrderAlerts(notifier, 100).check(spark.table("orders"));

    verify(notifier).largeOrder("o1", 120.0);
    verifyNoMoreInteractions(notifier);
  }

  @Nested
  class WithAHighThreshold {

    @Test
    void tellsOfNone(SparkSession spark) {
      new LargeOrderAlerts(notifier, 1000).check(spark.table("orders"));

      verifyNoMoreInteractions(notifier);
    }
  }
}
