package io.github.sparkconnect.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sparkconnect.member.TestPool.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.spark.SparkException;
import org.apache.spark.sql.connect.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a reset cannot undo is named, so that the member is retired. On one member, which gets worse
 * from test to test and in the end loses its pool.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FixtureResidueTest {

  @TempDir static Path folder;
  private static TestPool pool;
  private static TestMember member;

  private SparkSession control;
  private SparkSession session;

  @BeforeAll
  static void boot() throws IOException {
    pool = new TestPool(folder.resolve("pool"));
    Launch launch = new Launch();
    Path data = folder.resolve("data");
    launch.init.add(
        Files.writeString(
            folder.resolve("init.sql"),
            """
            CREATE TABLE inserted AS SELECT 1 AS id;
            CREATE TABLE altered AS SELECT 1 AS id;
            CREATE TABLE dropped AS SELECT 1 AS id;
            CREATE TABLE outside USING parquet LOCATION '%s' AS SELECT 1 AS id;
            """
                .formatted(data)));
    member = pool.launch(launch);
    member.awaitIdle();
  }

  @BeforeEach
  void connect() {
    control = member.connect();
    session = member.connect();
  }

  @AfterAll
  static void close() {
    pool.close();
  }

  @Test
  @Order(1)
  void taskThatDoesNotStop() {
    TestMember.run(session, Meddler.class.getName(), "run a task that cannot be stopped");
    JsonNode answer = TestMember.control(control, "reset");
    assertThat(answer.get("residue")).hasToString("[\"running jobs: of other sessions\"]");
    assertThat(answer.get("millis").asInt()).isLessThan(8_000);
    TestMember.run(control, Meddler.class.getName(), "let that task end");
    org.awaitility.Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> TestMember.control(control, "reset").get("residue").isEmpty());
  }

  @Test
  @Order(2)
  void rowsInsertedIntoAFixture() {
    session.sql("INSERT INTO inserted VALUES (2)").collect();
    assertResidue("changed fixture tables: default.inserted (");
  }

  @Test
  @Order(3)
  void filesWrittenIntoAFixtureOutsideTheWarehouse() {
    session.sql("INSERT OVERWRITE outside VALUES (2)").collect();
    assertResidue("changed fixture tables: default.outside (");
  }

  @Test
  @Order(4)
  void anAlteredFixture() {
    session.sql("ALTER TABLE altered ADD COLUMN more INT").collect();
    assertResidue("changed fixture tables: default.altered (altered)");
  }

  @Test
  @Order(5)
  void aDroppedFixture() {
    session.sql("DROP TABLE dropped").collect();
    assertResidue("changed fixture tables: default.dropped (dropped)");
  }

  @Test
  @Order(6)
  void anAddedJar() throws IOException {
    Path jar = Files.createFile(folder.resolve("added.jar"));
    session.sql("ADD JAR '" + jar + "'").collect();
    assertResidue("jars and files added to the shared class loader: ");
  }

  @Test
  @Order(7)
  void aCatalogThatNobodyKnows() {
    session.conf().set("spark.sql.catalog.strange", EmptyCatalog.class.getName());
    session.sql("SHOW NAMESPACES IN strange").collect();
    assertResidue("catalogs that cannot be cleaned: strange");
  }

  @Test
  @Order(8)
  void aFullHeap() {
    TestMember.run(session, Meddler.class.getName(), "fill the heap");
    try {
      assertThat(TestMember.control(control, "ping").get("problems").toString())
          .containsPattern("the heap was (8[1-9]|9[0-9]|100) % full after the last collection");
    } finally {
      TestMember.run(control, Meddler.class.getName(), "empty the heap");
    }
  }

  @Test
  @Order(9)
  void deletedScratchFolders() {
    TestMember.run(session, Meddler.class.getName(), "delete the scratch folders");
    assertThat(TestMember.control(control, "ping").get("problems").toString())
        .contains("cannot be written to");
  }

  @Test
  @Order(10)
  void aStoppedContext() {
    assertThatThrownBy(() -> TestMember.run(session, Meddler.class.getName(), "stop the context"))
        .isInstanceOf(SparkException.class);
    // It cannot even say so: whoever wanted to use it retires it for not answering.
    assertThatThrownBy(() -> TestMember.control(control, "ping"))
        .isInstanceOf(SparkException.class);
  }

  @Test
  @Order(11)
  void theLossOfThePool() throws IOException {
    Trees.delete(pool.directory.path());
    member.awaitEnd(Duration.ofSeconds(20));
    assertThat(pool.directory.path()).doesNotExist();
  }

  private void assertResidue(String text) {
    JsonNode answer = TestMember.control(control, "reset");
    session.close();
    control.close();
    assertThat(answer.get("residue"))
        .as(answer.toString())
        .anyMatch(residue -> residue.textValue().startsWith(text));
  }
}
