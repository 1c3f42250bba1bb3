package com.stranger.breadth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.sparkconnect.junit.SparkConnectMember;
import io.github.sparkconnect.junit.SparkConnectServer;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each place that a session can be injected into, and each kind of test. */
@SparkConnectServer
class EveryKindTest {

  private static SparkSession ofClass;

  private final SparkSession constructed;

  EveryKindTest(SparkSession spark) {
    constructed = spark;
  }

  @BeforeAll
  static void beforeAll(SparkSession spark) {
    ofClass = spark;
  }

  @AfterAll
  static void afterAll(SparkSession spark) {
    assertSame(ofClass, spark);
    assertEquals(3, spark.range(3).count());
  }

  @BeforeEach
  void beforeEach(SparkSession spark) {
    assertSame(ofClass, spark);
    assertSame(constructed, spark);
  }

  @AfterEach
  void afterEach(SparkSession spark) {
    assertSame(ofClass, spark);
  }

  @Test
  void test(SparkSession spark, SparkConnectMember member) {
    assertNotNull(member.uid().orElseThrow());
    assertEquals(45, spark.range(10).selectExpr("sum(id)").first().getLong(0));
  }

  @Test
  void connectType(org.apache.spark.sql.connect.SparkSession spark) {
    assertSame(ofClass, spark);
    if (!Boolean.getBoolean("parallel")) {
      // Spark keeps that per JVM: with several classes at a time, the newest one's is found.
      assertSame(SparkSession.builder().getOrCreate(), spark);
    }
  }

  @RepeatedTest(2)
  void repeated(SparkSession spark) {
    assertSame(ofClass, spark);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void parameterized(int number, SparkSession spark) {
    assertEquals(number, spark.range(number).count());
  }

  @TestFactory
  Stream<DynamicTest> dynamic(SparkSession spark) {
    return Stream.of(
        DynamicTest.dynamicTest("one", () -> assertEquals(1, spark.range(1).count())),
        DynamicTest.dynamicTest("two", () -> assertEquals(2, spark.range(2).count())));
  }

  @Nested
  class Inside {
    @Test
    void test(SparkSession spark) {
      assertSame(ofClass, spark);
    }
  }
}
