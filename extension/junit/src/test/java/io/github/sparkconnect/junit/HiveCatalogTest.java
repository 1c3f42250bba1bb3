package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** CASES C23: Hive's catalog, which keeps its tables in a Derby database of one process. */
@Timeout(400)
class HiveCatalogTest {

  private static String firstServer = "";

  @TempDir static Path project;

  @Test
  void isPrivateToEachServerAndCleanedBetweenClasses() throws Exception {
    // What a killed Spark of the user's own has left behind, and who reads it would fail.
    Files.writeString(
        Files.createDirectories(project.resolve("metastore_db")).resolve("db.lck"), "stale");
    JupiterRun jupiter = new JupiterRun().with("sparkconnect.server.directory", project);

    jupiter
        .run(OuterTestCase.class, AgainTestCase.class)
        .testEvents()
        .assertStatistics(counts -> counts.succeeded(4).failed(0));

    assertThat(jupiter.said()).noneMatch(line -> line.contains("is retired"));
    assertThat(project).isDirectoryNotContaining(file -> !file.endsWith("metastore_db"));
    assertThat(project.resolve("metastore_db"))
        .isDirectoryNotContaining(f -> !f.endsWith("db.lck"));
  }

  @SparkConnectServer(
      serverConf = "spark.sql.catalogImplementation=hive",
      packages = "org.apache.spark:spark-hive_2.13:4.2.0")
  static class AgainTestCase {
    @Test
    void makesTheSameTable(SparkSession spark, SparkConnectMember member) {
      makeTable(spark);
      assertThat(member.uid()).hasValue(firstServer);
    }
  }

  @SparkConnectServer(
      serverConf = "spark.sql.catalogImplementation=hive",
      packages = "org.apache.spark:spark-hive_2.13:4.2.0")
  static class OuterTestCase {
    @Test
    void makesATable(SparkSession spark, SparkConnectMember member) {
      firstServer = member.uid().orElseThrow();
      makeTable(spark);
      assertThat(member.directory().orElseThrow().resolve("warehouse/hive_table")).exists();
    }

    @Test
    void readsWhatTheClassHasMade(SparkSession spark) {
      spark.sql("CREATE DATABASE IF NOT EXISTS sales").collect();
      assertThat(spark.catalog().databaseExists("sales")).isTrue();
    }

    /** Has a second server while the class around it keeps the first, in the same directory. */
    @Nested
    @SparkConnectServer(
        serverConf = "spark.sql.catalogImplementation=hive",
        packages = "org.apache.spark:spark-hive_2.13:4.2.0")
    class InnerTestCase {
      @Test
      void makesTheSameTable(SparkSession spark, SparkConnectMember member) {
        makeTable(spark);
        assertThat(member.uid().orElseThrow()).isNotEqualTo(firstServer);
      }
    }
  }

  private static void makeTable(SparkSession spark) {
    spark.sql("CREATE TABLE hive_table(id INT) STORED AS parquet").collect();
    spark.sql("INSERT INTO hive_table VALUES (1)").collect();
    assertThat(spark.table("hive_table").count()).isEqualTo(1);
    assertThat(spark.conf().get("spark.sql.catalogImplementation")).isEqualTo("hive");
  }
}
