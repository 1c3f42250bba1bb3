package io.github.sparkconnect.junit.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.junit.life.ClaimingJvm.Claimed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * CASES C23: three test JVMs in one working directory, with Hive's catalog, which keeps its tables
 * in a Derby database that only one process can open.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "reads /proc")
class C23HiveForksTest {

  private static final List<String> TABLE =
      List.of(
          "CREATE TABLE orders(id INT) STORED AS parquet",
          "CREATE DATABASE sales",
          "INSERT INTO orders VALUES (1)");

  @TempDir Path temp;

  @Test
  void eachServerHasACatalogOfItsOwnWhichIsCleanForTheNextClass() throws IOException {
    Path project = Files.createDirectory(temp.resolve("project"));
    // What a killed Spark of the user's own has left behind.
    Path lock = Files.createDirectory(project.resolve("metastore_db")).resolve("db.lck");
    Files.writeString(lock, "stale");
    String[] hive = {
      "sparkconnect.serverConf=spark.sql.catalogImplementation=hive",
      "sparkconnect.packages=org.apache.spark:spark-hive_2.13:4.2.0",
      "sparkconnect.server.directory=" + project,
      "sparkconnect.maven.offline=false"
    };

    try (KillWorld world = new KillWorld(temp.resolve("pool"))) {
      List<ClaimingJvm> forks = Stream.generate(world::newJvm).limit(3).toList();
      forks.forEach(fork -> world.orderClaim(fork, hive));
      List<Claimed> members = forks.stream().map(ClaimingJvm::claimed).toList();
      assertThat(members).doesNotHaveDuplicates();

      forks.forEach(C23HiveForksTest::makeTable);
      for (Claimed member : members) {
        Path own = world.pool.resolve("member-" + member.uid());
        assertThat(own.resolve("warehouse/orders")).isDirectory();
      }
      forks.forEach(KillWorld::giveBack);

      assertThat(world.claim(forks.get(0), hive)).isIn(members);
      makeTable(forks.get(0));
      KillWorld.giveBack(forks.get(0));
      assertThat(forks).noneMatch(fork -> fork.output().contains("is retired"));
    }

    try (Stream<Path> files = Files.walk(project)) {
      assertThat(files.filter(Files::isRegularFile)).containsExactly(lock);
    }
    assertThat(project.resolve("spark-warehouse")).doesNotExist();
    assertThat(lock).hasContent("stale");
  }

  private static void makeTable(ClaimingJvm fork) {
    for (String statement : TABLE) {
      assertThat(fork.ask("sql", statement)).as(statement).isEqualTo("done\t[]");
    }
    assertThat(fork.ask("sql", "SELECT * FROM orders")).isEqualTo("done\t[[1]]");
    assertThat(fork.ask("sql", "SET spark.sql.catalogImplementation"))
        .isEqualTo("done\t[[spark.sql.catalogImplementation,hive]]");
  }
}
