package com.example.gallery;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

@WithoutAnsi
class ComposedAnnotationTest {

  @Test
  void castsWhatIsNoNumberToNull(SparkSession spark) {
    assertThat(spark.sql("SELECT CAST('one' AS INT)").first().isNullAt(0)).isTrue();
  }

  @Test
  void tellsTheTimeInZurich(SparkSession spark) {
    assertThat(spark.sql("SELECT string(TIMESTAMP'2026-07-01T00:00:00Z')").first().getString(0))
        .isEqualTo("2026-07-01 02:00:00");
  }
}
