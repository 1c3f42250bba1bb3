package io.github.sparkconnect.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.apache.spark.sql.connect.SparkSession;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * For each kind of state that a test class can leave on a member: it is left, the member is reset,
 * and the member is as it was.
 */
class ResetTest {

  private static final TestMember MEMBER = SharedMember.get();

  @TempDir static Path folder;

  /** Leaves something. */
  @FunctionalInterface
  private interface Leave {
    void on(SparkSession session) throws Exception;
  }

  /**
   * A row of the table.
   *
   * @param removed what the reset must name, the beginning of it; empty if closing the session is
   *     all
   */
  private record Row(String name, String removed, Leave leave) {}

  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    rows.add(new Row("an open session", "sessions: 1", session -> {}));
    rows.add(sql("a temporary view", "", "CREATE TEMP VIEW v AS SELECT 1"));
    rows.add(sql("a temporary function", "", "CREATE TEMPORARY FUNCTION f() RETURNS INT RETURN 1"));
    rows.add(sql("a variable", "", "DECLARE VARIABLE x INT"));
    rows.add(sql("settings", "", "SET spark.sql.ansi.enabled=false", "SET TIME ZONE 'Asia/Tokyo'"));
    rows.add(sql("the current database", "", "USE fixture_database"));
    rows.add(
        sql(
            "global temporary views",
            "global temporary views: 1 (v)",
            "CREATE GLOBAL TEMP VIEW v AS SELECT 1"));
    rows.add(
        sql(
            "a replaced global temporary view",
            "global temporary views: 1 (fixture_global)",
            "CREATE OR REPLACE GLOBAL TEMP VIEW fixture_global AS SELECT 2 AS global_id"));
    rows.add(
        sql(
            "a dropped global temporary view",
            "global temporary views: 1 (fixture_global)",
            "DROP VIEW global_temp.fixture_global"));
    rows.add(
        sql(
            "a cached table", "cached data: 1",
            "CREATE TABLE cached AS SELECT 1 AS id", "CACHE TABLE cached"));
    rows.add(
        sql(
            "a cached fixture that is not cached any more",
            "cached data: 1",
            "UNCACHE TABLE fixture"));
    rows.add(
        new Row("a cached dataset", "cached data: 1", session -> session.range(9).cache().count()));
    rows.add(
        new Row(
            "artifacts of the clone of a session that cached",
            "artifacts of closed sessions: 1",
            session -> {
              Path jar = folder.resolve("artifact.jar");
              new JarOutputStream(Files.newOutputStream(jar), new Manifest()).close();
              session.addArtifact(jar.toUri());
              session.range(9).cache().count();
            }));
    rows.add(
        new Row(
            "a local checkpoint",
            "persisted RDDs: 1",
            session -> assertThat(session.range(9).localCheckpoint().count()).isEqualTo(9)));
    rows.add(meddle("persist an RDD", "persisted RDDs: 1"));
    rows.add(
        sql(
            "managed tables",
            "tables: 2 (default.p, default.t)",
            "CREATE TABLE t(id INT) USING parquet",
            "INSERT INTO t VALUES (1)",
            "CREATE TABLE p USING parquet PARTITIONED BY (x) AS SELECT id, id % 2 AS x FROM range(4)"));
    rows.add(
        new Row(
            "an external table",
            "tables: 1 (default.external)",
            session -> {
              String where = folder.resolve("external").toString();
              session.range(3).write().mode("overwrite").parquet(where);
              session.sql("CREATE TABLE external USING parquet LOCATION '" + where + "'").collect();
            }));
    rows.add(sql("views", "views: 1 (default.v)", "CREATE VIEW v AS SELECT * FROM fixture"));
    rows.add(
        sql(
            "a replaced view",
            "views: 1 (default.fixture_view)",
            "CREATE OR REPLACE VIEW fixture_view AS SELECT 7 AS view_id"));
    rows.add(sql("a dropped view", "views: 1 (default.fixture_view)", "DROP VIEW fixture_view"));
    rows.add(
        sql("functions", "functions: 1 (default.f)", "CREATE FUNCTION f() RETURNS INT RETURN 1"));
    rows.add(
        sql(
            "a replaced function",
            "functions: 1 (default.fixture_function)",
            "CREATE OR REPLACE FUNCTION fixture_function(x INT) RETURNS INT RETURN 0"));
    rows.add(
        sql(
            "a dropped function",
            "functions: 1 (default.fixture_function)",
            "DROP FUNCTION fixture_function"));
    rows.add(
        sql(
            "databases",
            "databases: 1 (d)",
            "CREATE DATABASE d",
            "CREATE TABLE d.t AS SELECT 1 AS id",
            "CREATE FUNCTION d.f() RETURNS INT RETURN 1"));
    rows.add(
        new Row(
            "a database elsewhere",
            "databases: 1 (elsewhere)",
            session -> {
              Path mine = Files.createDirectories(folder.resolve("elsewhere"));
              Files.writeString(mine.resolve("mine.txt"), "");
              session.sql("CREATE DATABASE elsewhere LOCATION '" + mine + "'").collect();
              session.sql("CREATE TABLE elsewhere.t AS SELECT 1 AS id").collect();
            }));
    rows.add(
        sql(
            "properties of a database",
            "databases: 1 (fixture_database)",
            "ALTER DATABASE fixture_database SET DBPROPERTIES ('a' = 'b')"));
    rows.add(
        sql(
            "statistics",
            "table statistics: 1 (default.fixture)",
            "ANALYZE TABLE fixture COMPUTE STATISTICS FOR ALL COLUMNS"));
    rows.add(
        new Row(
            "stray files in the warehouse",
            "stray warehouse files: 2 (half, stray.txt)",
            session -> {
              Path warehouse = MEMBER.directory().resolve("warehouse");
              Files.createDirectories(warehouse.resolve("half/_temporary/0"));
              Files.writeString(warehouse.resolve("half/part-0.parquet"), "cut off");
              Files.writeString(warehouse.resolve("stray.txt"), "");
            }));
    rows.add(
        new Row(
            "a running stream",
            "streaming queries: 1",
            session ->
                session
                    .readStream()
                    .format("rate")
                    .load()
                    .writeStream()
                    .format("memory")
                    .queryName("q")
                    .start()));
    rows.add(new Row("a running query", "running jobs: 1", ResetTest::runForEver));
    for (String property : List.of("add a property", "change a property", "remove a property")) {
      rows.add(meddle(property, "system properties: 1"));
    }
    rows.add(meddle("set the time zone", "default time zones: 1 (Asia/Tokyo)"));
    rows.add(meddle("set the locale", "default locales: 1 (tr_TR)"));
    rows.add(meddle("set the format locale", "default locales: 1"));
    rows.add(meddle("set the log level", "log levels: 1"));
    rows.add(meddle("set a Hadoop option", "Hadoop settings: 1 (meddler)"));
    rows.add(meddle("remove a Hadoop option", "Hadoop settings: 1 (io.file.buffer.size)"));
    rows.add(meddle("set the checkpoint folder", "checkpoint folders: 1"));
    return rows;
  }

  private static Row sql(String name, String removed, String... statements) {
    return new Row(
        name,
        removed,
        session -> {
          for (String statement : statements) {
            session.sql(statement).collect();
          }
        });
  }

  private static Row meddle(String command, String removed) {
    return new Row(
        command, removed, session -> TestMember.run(session, Meddler.class.getName(), command));
  }

  private static void runForEver(SparkSession session) {
    Thread query =
        new Thread(
            () -> {
              try {
                session.sql("SELECT count(*) FROM range(1000000000000)").collect();
                fail("it was not interrupted");
              } catch (Exception e) {
                // Expected: the session is closed under it.
              }
            });
    query.setDaemon(true);
    query.start();
    org.awaitility.Awaitility.await().until(() -> runningJobs(session) > 0);
  }

  private static int runningJobs(SparkSession session) {
    return TestMember.run(session, Meddler.class.getName(), "count running tasks").asInt();
  }

  @TestFactory
  Stream<DynamicTest> leavesNothing() {
    return rows().stream()
        .map(row -> DynamicTest.dynamicTest(row.name(), () -> leaveAndReset(List.of(row))));
  }

  @Test
  void sparesTheFolderOfADatabaseElsewhere() throws Exception {
    List<Row> row = rows().stream().filter(r -> r.name().equals("a database elsewhere")).toList();
    leaveAndReset(row);
    assertThat(folder.resolve("elsewhere"))
        .isDirectoryContaining(path -> path.endsWith("mine.txt"))
        .isDirectoryNotContaining(path -> path.endsWith("t"));
  }

  @TestFactory
  Stream<DynamicTest> leavesNothingOfRandomCombinations() {
    return new Random()
        .longs(Integer.getInteger("member.random", 3))
        .mapToObj(
            seed ->
                DynamicTest.dynamicTest(
                    "seed " + seed,
                    () -> {
                      List<Row> rows = rows();
                      Collections.shuffle(rows, new Random(seed));
                      List<Row> some = new ArrayList<>(rows.subList(0, 8));
                      // Takes all cores: nothing else would come to its turn after it.
                      some.sort(Comparator.comparing(row -> row.name().equals("a running query")));
                      leaveAndReset(some);
                    }));
  }

  private static void leaveAndReset(List<Row> rows) throws Exception {
    SparkSession control = MEMBER.connect();
    List<SparkSession> sessions = new ArrayList<>();
    try {
      for (Row row : rows) {
        SparkSession session = MEMBER.connect();
        sessions.add(session);
        session.range(1).count();
        row.leave().on(session);
      }
      JsonNode answer = TestMember.control(control, "reset");
      if (rows.size() == 1) {
        assertThat(texts(answer, "removed"))
            .as(answer.toString())
            .anyMatch(text -> text.startsWith(rows.get(0).removed()));
      }
      assertClean(answer);
      JsonNode again = TestMember.control(control, "reset");
      assertClean(again);
      assertThat(texts(again, "removed")).isEmpty();
      assertFixturesAsMade();
    } finally {
      // Closed on the server already, but not its channel.
      sessions.forEach(SparkSession::close);
      control.close();
    }
  }

  private static void assertClean(JsonNode answer) {
    assertThat(texts(answer, "residue")).as(answer.toString()).isEmpty();
    assertThat(texts(answer, "problems")).as(answer.toString()).isEmpty();
  }

  /** What the next class sees. */
  private static void assertFixturesAsMade() {
    SparkSession next = MEMBER.connect();
    assertThat(
            next.sql(
                    "SELECT text, view_id, global_id, fixture_function(1), current_database() FROM fixture f"
                        + " JOIN fixture_view v JOIN global_temp.fixture_global g")
                .collectAsList())
        .hasToString("[[;,1,1,2,default]]");
    assertThat(next.catalog().isCached("fixture")).isTrue();
    assertThat(next.sql("SHOW DATABASES").collectAsList())
        .hasToString("[[default], [fixture_database]]");
    assertThat(next.sql("SHOW TABLES").collectAsList())
        .hasToString("[[default,fixture,false], [default,fixture_view,false]]");
    next.close();
  }

  private static List<String> texts(JsonNode answer, String field) {
    List<String> texts = new ArrayList<>();
    answer.get(field).forEach(text -> texts.add(text.textValue()));
    return texts;
  }
}
