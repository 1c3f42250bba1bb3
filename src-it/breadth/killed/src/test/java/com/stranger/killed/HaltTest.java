package com.stranger.killed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.sparkconnect.junit.SparkConnectMember;
import io.github.sparkconnect.junit.SparkConnectServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Ends its JVM in the middle of a test, when the build says so. */
@SparkConnectServer
class HaltTest {

  @Test
  void createsATable(SparkSession spark, SparkConnectMember member) throws Exception {
    spark.sql("CREATE TABLE half USING parquet AS SELECT id FROM range(3)");
    if (Boolean.getBoolean("halt")) {
      Files.writeString(Path.of("target/halted"), member.uid().orElseThrow());
      Runtime.getRuntime().halt(3);
    }

    assertEquals(3, spark.table("half").count());
  }
}
