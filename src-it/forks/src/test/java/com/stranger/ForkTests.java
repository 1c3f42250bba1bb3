package com.stranger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.sparkconnect.junit.SparkConnectMember;
import io.github.sparkconnect.junit.SparkConnectServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What each class does: uses its server, makes it noisy, and says when it was done. */
@SparkConnectServer
abstract class ForkTests {

  @Test
  void sums(SparkSession spark, SparkConnectMember member) throws IOException {
    MemberCount.start(member.directory().orElseThrow().getParent());
    assertEquals(45, spark.range(10).selectExpr("sum(id)").first().getLong(0));
    spark
        .range(1000)
        .map((MapFunction<Long, Long>) ForkTests::shout, Encoders.LONG())
        .collectAsList();
  }

  /** Runs in the server. */
  private static Long shout(Long number) {
    System.out.println("out " + number);
    System.err.println("err " + number);
    return number;
  }

  @AfterAll
  static void done() throws IOException {
    Files.writeString(Path.of("target", "last-test"), Instant.now().toString());
  }
}

class A1Test extends ForkTests {}

class A2Test extends ForkTests {}

class B1Test extends ForkTests {}

class B2Test extends ForkTests {}

class B3Test extends ForkTests {}

class B4Test extends ForkTests {}

class B5Test extends ForkTests {}

class B6Test extends ForkTests {}
