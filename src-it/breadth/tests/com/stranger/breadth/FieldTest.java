package com.stranger.breadth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.sparkconnect.junit.SessionScope;
import io.github.sparkconnect.junit.SparkConnectServerExtension;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The extension in a field, with a session for each method, in the other life cycle. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FieldTest {

  @RegisterExtension
  static final SparkConnectServerExtension SPARK =
      SparkConnectServerExtension.builder()
          .conf("spark.sql.session.timeZone", "Asia/Kathmandu")
          .session(SessionScope.PER_METHOD)
          .build();

  private final SparkSession ofClass;

  FieldTest(SparkSession spark) {
    ofClass = spark;
  }

  @Test
  void hasASessionOfItsOwnWithTheSettings(SparkSession spark) {
    assertNotSame(ofClass, spark);
    assertEquals("Asia/Kathmandu", spark.conf().get("spark.sql.session.timeZone"));
  }

  @Test
  void runsALambdaOnTheServer(SparkSession spark) {
    assertEquals(
        List.of("a!"),
        spark
            .createDataset(List.of("a"), Encoders.STRING())
            .map((MapFunction<String, String>) text -> text + "!", Encoders.STRING())
            .collectAsList());
  }

  @Test
  void runsOnTheExpectedJUnit() {
    String location =
        Test.class.getProtectionDomain().getCodeSource().getLocation().toString();
    String expected = "junit-jupiter-api-" + System.getProperty("expected.junit.version") + ".jar";
    assertTrue(location.endsWith(expected), location);
  }
}
