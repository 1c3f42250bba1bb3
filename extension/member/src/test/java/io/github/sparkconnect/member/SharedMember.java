package io.github.sparkconnect.member;

import io.github.sparkconnect.member.TestPool.Launch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One real member for all tests that leave it as it was, because a boot takes so long. It has a
 * fixture, and its files are where odd characters are.
 */
final class SharedMember {

  private static final String FIXTURE =
      """
      -- a fixture; with a semicolon in a comment
      CREATE TABLE fixture AS SELECT 1 AS id, ';' AS text;
      CREATE VIEW fixture_view AS SELECT id AS view_id FROM fixture;
      CREATE FUNCTION fixture_function(x INT) RETURNS INT RETURN x + 1;
      CREATE DATABASE fixture_database;
      CREATE TABLE fixture_database.partitioned USING parquet PARTITIONED BY (p)
        AS SELECT id, id % 3 AS p FROM range(9);
      CREATE GLOBAL TEMPORARY VIEW fixture_global AS SELECT 1 AS global_id;
      CACHE TABLE fixture;
      """;

  private static final TestMember MEMBER = launch();

  private SharedMember() {}

  static TestMember get() {
    return MEMBER;
  }

  private static TestMember launch() {
    try {
      Path folder = Files.createTempDirectory("member test %41+#");
      TestPool pool = new TestPool(folder.resolve("a b/pool"));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> close(pool, folder)));
      Launch launch = new Launch();
      launch.init.add(Files.writeString(folder.resolve("fixture.sql"), FIXTURE));
      TestMember member = pool.launch(launch);
      member.awaitIdle();
      return member;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void close(TestPool pool, Path folder) {
    try (pool) {
      Trees.delete(folder);
    } catch (IOException e) {
      System.err.println(folder + " could not be deleted: " + e);
    }
  }
}
