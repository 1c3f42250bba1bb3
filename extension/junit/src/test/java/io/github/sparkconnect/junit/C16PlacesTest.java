package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestClassOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * CASES C16: one claim for the outer scope, which outlives the nested classes; for an override a
 * member of its own; one return each.
 */
class C16PlacesTest {

  @RegisterExtension final StandInSource source = new StandInSource();

  @Test
  void anOuterClassAndThreeNestedLevelsWithAnOverrideInTheMiddle() {
    JupiterRun.of(Outer.class)
        .testEvents()
        .assertStatistics(counts -> counts.succeeded(5).failed(0));

    // The composed annotation decides for the class that has it; what is inside shares its server.
    assertThat(source.claimsAndCloses())
        .containsExactly(
            "claim Outer local[1]",
            "claim Overriding local[3]",
            "close Overriding",
            "claim Last local[9]",
            "close Last",
            "close Outer");
  }

  @SparkConnectServer(master = "local[2]", conf = "a=1")
  abstract static class Base {
    @Test
    void inherited(SparkSession spark) {
      assertThat(spark).asString().startsWith("Outer#");
    }
  }

  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @SparkConnectServer(master = "local[3]", conf = "a=3")
  @interface Composed {}

  /** Its own annotation stands above the inherited one, which has other settings. */
  @SparkConnectServer(master = "local[1]", conf = "a=2")
  static class Outer extends Base {

    @AfterAll
    static void theOuterServerIsStillThere(SparkSession spark) {
      assertThat(spark).asString().startsWith("Outer#");
    }

    @Nested
    @TestClassOrder(ClassOrderer.OrderAnnotation.class)
    class Shares {
      @Test
      void test(SparkSession spark) {
        assertThat(spark).asString().startsWith("Outer#");
      }

      @Nested
      @Composed
      @Order(1)
      class Overriding {
        @Test
        void test(SparkSession spark) {
          assertThat(spark).asString().startsWith("Overriding#");
        }

        @Nested
        class Inside {
          @Test
          void test(SparkSession spark) {
            assertThat(spark).asString().startsWith("Overriding#");
          }
        }
      }

      @Nested
      @SparkConnectServer(master = "local[9]")
      @Order(2)
      class Last {
        @Test
        void test(SparkSession spark) {
          assertThat(spark).asString().startsWith("Last#");
        }
      }
    }
  }
}
