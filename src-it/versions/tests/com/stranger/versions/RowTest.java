package com.stranger.versions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.sparkconnect.junit.SparkConnectMember;
import io.github.sparkconnect.junit.SparkConnectServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connect.client.SparkConnectClient;
import org.junit.jupiter.api.Test;

/** What a test class uses of a server, with the versions of its row. */
@SparkConnectServer
class RowTest {

  private static String row(String name) {
    return System.getProperty("row." + name);
  }

  private static String jarOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation().toString();
  }

  @Test
  void hasTheVersionsOfItsRow(SparkSession spark, SparkConnectMember member) throws IOException {
    assertEquals(row("server"), member.sparkVersion());
    assertEquals(row("server"), spark.version());
    assertTrue(jarOf(SparkConnectClient.class).endsWith("-" + row("client") + ".jar"));
    assertTrue(jarOf(Test.class).endsWith("-" + row("junit") + ".jar"));
    assertEquals(row("tests.java"), System.getProperty("java.specification.version"));
    assertEquals(
        row("server.java"),
        spark
            .sql("SELECT reflect('java.lang.System', 'getProperty', 'java.specification.version')")
            .first()
            .getString(0));
    Files.createDirectories(Path.of(row("used")));
    Files.writeString(
        Path.of(row("used"), member.uid().orElseThrow()), member.sparkVersion());
  }

  @Test
  void runsALambdaOnTheServer(SparkSession spark) {
    var shouted =
        spark
            .createDataset(List.of("a"), Encoders.STRING())
            .map((MapFunction<String, String>) text -> text + "!", Encoders.STRING());
    assertEquals(List.of("a!"), shouted.collectAsList());
  }

  @Test
  void writesATable(SparkSession spark) {
    spark.range(3).write().saveAsTable("left_behind");
    spark.range(4).createOrReplaceTempView("also");
    assertEquals(3, spark.table("left_behind").count());
    assertEquals(6, spark.sql("SELECT sum(id) FROM also").first().getLong(0));
  }
}
