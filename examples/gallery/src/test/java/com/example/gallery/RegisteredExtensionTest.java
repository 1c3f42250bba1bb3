package com.example.gallery;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.junit.SparkConnectServerExtension;
import java.util.TimeZone;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Without the annotation, for values that only the running test knows. */
class RegisteredExtensionTest {

  private static final String ZONE = TimeZone.getDefault().getID();

  @RegisterExtension
  static final SparkConnectServerExtension SPARK =
      SparkConnectServerExtension.builder().conf("spark.sql.session.timeZone", ZONE).build();

  @Test
  void takesTheZoneOfThisJvm(SparkSession spark) {
    assertThat(spark.sql("SELECT current_timezone()").first().getString(0)).isEqualTo(ZONE);
  }
}
