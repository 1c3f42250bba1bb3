package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Spark's classic API and the Connect client on one class path. */
class BothApisTest {

  @TempDir private Path cache;

  /** All that spark-sql needs; a user has that, and not the server's own jar. */
  private String classicJars() {
    return new ServerClassPaths(
            Settings.ofProcess(key -> Optional.empty()),
            System.getProperties(),
            System.getenv(),
            getClass().getClassLoader(),
            cache,
            line -> {})
        .find(List.of()).spark().stream()
            .filter(jar -> !String.valueOf(jar.getFileName()).startsWith("spark-connect"))
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
  }

  @Test
  void injectedSessionsWorkAndALineNamesTheJars() throws Exception {
    Path output = run(System.getProperty("java.class.path") + File.pathSeparator + classicJars());

    assertThat(output)
        .content(StandardCharsets.UTF_8)
        .contains("2 passed, 0 failed")
        .containsOnlyOnce("[spark-connect] the class path has Spark's classic API (")
        .containsPattern("spark-sql_2\\.13-[0-9.]+\\.jar\\)")
        .containsPattern("spark-connect-client-jvm_2\\.13-[0-9.]+\\.jar\\)");
  }

  /** Both bring classes of the same names, made for different libraries underneath. */
  @Test
  void classicJarsThatHideTheClientsClassesAreNamed() throws Exception {
    Path output = run(classicJars() + File.pathSeparator + System.getProperty("java.class.path"));

    assertThat(output)
        .content(StandardCharsets.UTF_8)
        .contains(
            "0 passed, 1 failed",
            "SparkConnectException: The Connect client's own classes are hidden")
        .containsPattern("spark-sql-api_2\\.13-[0-9.]+\\.jar")
        .containsPattern("spark-connect-client-jvm_2\\.13-[0-9.]+\\.jar");
  }

  private Path run(String classPath) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Stream.of("sparkconnect.pool.dir", "sparkconnect.pool.idleTimeout")
        .map(key -> "-D" + key + "=" + System.getProperty(key))
        .forEach(command::add);
    command.addAll(List.of("-cp", classPath, BothApisTest.class.getName()));
    Path output = cache.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return output;
  }

  @Test
  void hereIsOnlyTheClient() {
    assertThat(SparkApis.note(getClass().getClassLoader())).isEmpty();
  }

  /** Runs the class below in a JVM of its own. */
  public static void main(String[] args) {
    EngineExecutionResults run =
        EngineTestKit.engine("junit-jupiter").selectors(selectClass(Injected.class)).execute();
    List<Throwable> failures = run.allEvents().failed().stream().map(Failures::of).toList();
    failures.forEach(Throwable::printStackTrace);
    System.out.println(
        run.testEvents().succeeded().count() + " passed, " + failures.size() + " failed");
    // Whatever threads the classic API has.
    System.exit(0);
  }

  @SparkConnectServer
  static class Injected {
    @Test
    void sums(SparkSession spark) {
      assertThat(spark).isInstanceOf(org.apache.spark.sql.connect.SparkSession.class);
      assertThat(spark.range(10).selectExpr("sum(id)").first().getLong(0)).isEqualTo(45);
    }

    @Test
    void runsALambda(SparkSession spark) {
      assertThat(
              spark
                  .createDataset(List.of("a"), Encoders.STRING())
                  .map((MapFunction<String, String>) text -> text + "!", Encoders.STRING())
                  .collectAsList())
          .containsExactly("a!");
    }
  }
}
