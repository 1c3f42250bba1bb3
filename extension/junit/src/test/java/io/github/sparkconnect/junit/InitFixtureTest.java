package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.pool.SystemProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Data of 200 MB that an init script makes, and that classes share. */
@Timeout(300)
class InitFixtureTest {

  private static final int CLASSES = 20;
  private static final Set<String> SERVERS = new HashSet<>();
  private static final Set<Map<String, FileTime>> FILES = new HashSet<>();
  private static long pid;

  @Test
  void isMadeOnceForManyClassesAndEndsWithTheServerWhenChanged() {
    JupiterRun jupiter = new JupiterRun().with("sparkconnect.init", "classpath:200-megabytes.sql");

    for (int i = 0; i < CLASSES; i++) {
      jupiter
          .run(ReadsTestCase.class)
          .testEvents()
          .assertStatistics(counts -> counts.succeeded(1).failed(0));
    }
    assertThat(SERVERS).hasSize(1);
    assertThat(FILES).as("never written again").hasSize(1);

    jupiter
        .run(ChangesTestCase.class)
        .testEvents()
        .assertStatistics(counts -> counts.succeeded(1).failed(0));
    assertThat(jupiter.said())
        .filteredOn(line -> line.contains("is retired"))
        .singleElement()
        .asString()
        .contains("changed fixture tables: default.large");
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> new SystemProcesses().identify(pid).isEmpty());
  }

  @SparkConnectServer
  static class ReadsTestCase {
    @Test
    void reads(SparkSession spark, SparkConnectMember member) {
      SERVERS.add(member.uid().orElseThrow());
      pid = member.pid().orElseThrow();
      assertThat(spark.sql("SELECT id FROM large WHERE id < 10").count()).isEqualTo(10);
      Map<String, Long> sizes = new TreeMap<>();
      Map<String, FileTime> times = new TreeMap<>();
      Path table = member.directory().orElseThrow().resolve("warehouse/large");
      try (Stream<Path> files = Files.list(table)) {
        for (Path file : files.toList()) {
          sizes.put(file.toString(), Files.size(file));
          times.put(file.toString(), Files.getLastModifiedTime(file));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      assertThat(sizes.values().stream().mapToLong(Long::longValue).sum())
          .isGreaterThan(200_000_000);
      FILES.add(times);
      // What it makes itself does not stay.
      spark.sql("CREATE TABLE own USING parquet AS SELECT 1 AS id").collect();
      assertThat(spark.catalog().listTables().collectAsList())
          .extracting(org.apache.spark.sql.catalog.Table::name)
          .containsExactlyInAnyOrderElementsOf(List.of("large", "own"));
    }
  }

  @SparkConnectServer
  static class ChangesTestCase {
    @Test
    void changes(SparkSession spark) {
      spark.sql("INSERT INTO large VALUES (-1, 0, 0, 0)").collect();
    }
  }
}
