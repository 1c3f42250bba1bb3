package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkVersionsTest {

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(
      strings = {"4.0.0", "4.1.3", "4.2.0", "4.2.7-SNAPSHOT", "", "strange", "4", "99999.1"})
  void nothingIsSaidOfKnownAndUnreadableVersions(String version) {
    assertThat(SparkVersions.note("the server", version)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.3.0", "4.10.1", "5.0.0-preview1"})
  void aNewerOneIsSaid(String version) {
    assertThat(SparkVersions.note("the client", version))
        .hasValueSatisfying(
            line ->
                assertThat(line)
                    .startsWith("Spark " + version + " of the client is newer than 4.2"));
  }

  @Test
  void anOlderOneIsSaid() {
    assertThat(SparkVersions.note("the server", "3.5.6"))
        .hasValueSatisfying(line -> assertThat(line).contains("is older than 4.0"));
  }

  /** As a client with two more parameters than we know would get them. */
  @Test
  void parametersOfANewerClientGetTheirDefaults() throws ReflectiveOperationException {
    assertThat(SparkClientCompat.withDefaults(new Object[8], 10))
        .endsWith(false, scala.Option.empty());
    assertThat(SparkClientCompat.withDefaults(new Object[] {1, 2, 3}, 2)).containsExactly(1, 2);
  }

  /** A real server whose jar claims to be of a version that does not exist yet. */
  @Test
  void aNewerServerIsTriedWithOneLine() throws IOException {
    String classPath =
        SparkProcess.jars().stream()
            .map(jar -> jar.toString().contains("/spark-connect_2.13-") ? renamed(jar) : jar)
            .map(Path::toString)
            .collect(Collectors.joining(":"));
    JupiterRun run = new JupiterRun().with("sparkconnect.server.classpath", classPath);

    run.run(WorksTestCase.class, WorksTestCase.class)
        .testEvents()
        .assertStatistics(counts -> counts.succeeded(1).failed(0));

    assertThat(run.said())
        .filteredOn(line -> line.contains("Spark 4.3.0 of the server"))
        .hasSize(1);
  }

  private Path renamed(Path jar) {
    try {
      return Files.copy(jar, temp.resolve("spark-connect_2.13-4.3.0.jar"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @SparkConnectServer(reuse = Reuse.NEVER)
  static class WorksTestCase {
    @Test
    void test(SparkSession spark) {
      assertThat(spark.range(3).count()).isEqualTo(3);
    }
  }
}
