package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * CASES C19: what Spark remembers per JVM belongs to the class that runs, and to nobody after it.
 */
class GlobalsRestoredTest {

  @Test
  void nothingIsLeftWhenTheClassesHaveEnded() {
    JupiterRun.of(FirstTestCase.class, SecondTestCase.class)
        .testEvents()
        .assertStatistics(counts -> counts.succeeded(4).failed(0));

    assertThat(SparkSession.getDefaultSession().isEmpty()).isTrue();
    assertThat(SparkSession.getActiveSession().isEmpty()).isTrue();
  }

  @Test
  void whatTheUserHadIsBack() {
    // No server is needed for a session that nothing is asked of.
    var own = ConnectSession.open("sc://localhost:1", 0, false);
    org.apache.spark.sql.connect.SparkSession$.MODULE$.setDefaultSession(own);
    org.apache.spark.sql.connect.SparkSession$.MODULE$.setActiveSession(own);
    try {
      JupiterRun.of(FirstTestCase.class)
          .testEvents()
          .assertStatistics(counts -> counts.succeeded(1).failed(0));

      assertThat(SparkSession.getDefaultSession().get()).isSameAs(own);
      assertThat(SparkSession.getActiveSession().get()).isSameAs(own);
    } finally {
      SparkGlobals.restore(scala.Option.empty(), scala.Option.empty());
      own.releaseSessionOnClose_$eq(false);
      own.close();
    }
  }

  @SparkConnectServer
  static class FirstTestCase {
    @Test
    void finds(SparkSession spark) {
      assertThat(SparkSession.builder().getOrCreate()).isSameAs(spark);
      spark.range(1).createOrReplaceTempView("mine");
    }
  }

  @SparkConnectServer(session = SessionScope.PER_METHOD)
  @TestMethodOrder(OrderAnnotation.class)
  static class SecondTestCase {
    private static @Nullable SparkSession former;

    @Test
    @Order(1)
    void findsItsOwn(SparkSession spark) {
      assertThat(SparkSession.builder().getOrCreate()).isSameAs(spark);
      assertThat(spark.catalog().tableExists("mine")).isFalse();
      former = spark;
    }

    @Test
    @Order(2)
    void findsAnotherOneInTheNextMethod(SparkSession spark) {
      assertThat(spark).isNotSameAs(former);
      assertThat(SparkSession.builder().getOrCreate()).isSameAs(spark);
      assertThat(SparkSession.active()).isSameAs(spark);
    }

    @Nested
    class Inside {
      @Test
      void findsItsOwnToo(SparkSession spark) {
        assertThat(SparkSession.builder().getOrCreate()).isSameAs(spark);
      }
    }
  }
}
