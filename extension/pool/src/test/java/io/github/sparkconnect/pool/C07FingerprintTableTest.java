package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Case C07: what keeps two claimants from sharing a member and what does not; and the line that
 * says which input differed.
 */
@Timeout(60)
class C07FingerprintTableTest {

  @TempDir Path directory;
  private LivePool live;
  private Path jar;

  @BeforeEach
  void open() throws Exception {
    live = new LivePool(directory.resolve("pool"));
    jar = Files.writeString(directory.resolve("server.jar"), "one");
  }

  @AfterEach
  void close() {
    live.close();
  }

  /** What a test JVM has, of which only some may count. */
  private static final class TestJvm {
    final Map<String, Object> serverConf = new LinkedHashMap<>();
    final Map<String, String> environment = new LinkedHashMap<>();
    String sparkVersion = "4.2.0";
    String heap = "-Xmx1g";
    String jarContent = "one";

    TestJvm() {
      serverConf.put("spark.a", "1");
      serverConf.put("spark.b", "true");
      environment.put("PATH", "/bin");
    }
  }

  private Fingerprint fingerprint(TestJvm jvm) throws Exception {
    Files.writeString(jar, jvm.jarContent);
    return Fingerprint.builder()
        .master("local[2]")
        .serverConf(jvm.serverConf)
        .versions(jvm.sparkVersion, "2.13", "0.1")
        .serverClassPath(
            ContentHashes.open(directory.resolve("hashes.json")).classPath(List.of(jar)))
        .java(Path.of("/java/17"), "17.0.15")
        .jvmArgs(List.of(jvm.heap))
        .workingDirectory(Path.of("/work"))
        .regional(ZoneId.of("UTC"), Locale.US, StandardCharsets.UTF_8)
        .environment(jvm.environment)
        .build();
  }

  static Stream<Arguments> shared() {
    return Stream.of(
        row("nothing", jvm -> {}),
        row(
            "conf order",
            jvm -> {
              jvm.serverConf.clear();
              jvm.serverConf.put("spark.b", "true");
              jvm.serverConf.put("spark.a", "1");
            }),
        row(
            "a number for its text",
            jvm -> {
              jvm.serverConf.put("spark.a", 1);
              jvm.serverConf.put("spark.b", true);
            }),
        // Session settings have no way in; what a fork has in its environment has none either.
        row("fork number", jvm -> jvm.environment.put("SUREFIRE_FORK_NUMBER", "2")),
        row("temp directory", jvm -> jvm.environment.put("TMPDIR", "/other")),
        row("report directory", jvm -> jvm.environment.put("REPORTS", "/target/2")),
        row("PATH, the known omission", jvm -> jvm.environment.put("PATH", "/usr/bin")));
  }

  static Stream<Arguments> apart() {
    List<Arguments> rows = new ArrayList<>();
    rows.add(
        row("serverConf.spark.a: here '2', there '1'", jvm -> jvm.serverConf.put("spark.a", "2")));
    rows.add(
        row(
            "serverConf.spark.c: here 'x', there unset",
            jvm -> jvm.serverConf.put("spark.c", "x")));
    rows.add(row("sparkVersion: here '4.0.0', there '4.2.0'", jvm -> jvm.sparkVersion = "4.0.0"));
    rows.add(row("serverClassPath: here '1 entries, sha256:", jvm -> jvm.jarContent = "eno"));
    rows.add(row("jvmArgs: here '-Xmx2g', there '-Xmx1g'", jvm -> jvm.heap = "-Xmx2g"));
    // Spelled out, so that a name that falls off the list is missed.
    for (String name :
        List.of(
            "SPARK_CONF_DIR",
            "JAVA_HOME",
            "SPARK_HOME",
            "HADOOP_CONF_DIR",
            "PYSPARK_PYTHON",
            "PYSPARK_DRIVER_PYTHON",
            "PYTHONPATH",
            "SPARK_DIST_CLASSPATH",
            "SPARK_DAEMON_MEMORY",
            "SPARK_DRIVER_MEMORY",
            "SPARK_SUBMIT_OPTS",
            "SPARK_DAEMON_JAVA_OPTS")) {
      rows.add(
          row(
              "environment." + name + ": here 'x', there unset",
              jvm -> jvm.environment.put(name, "x")));
    }
    return rows.stream();
  }

  private static Arguments row(String name, Consumer<TestJvm> change) {
    return Arguments.of(name, change);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void shared(String name, Consumer<TestJvm> change) throws Exception {
    MemberRecord member = live.ready(fingerprint(new TestJvm()), 0);
    TestJvm jvm = new TestJvm();
    change.accept(jvm);

    assertThat(acquire(fingerprint(jvm), new ArrayList<>()).uid()).isEqualTo(member.uid());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void apart(String difference, Consumer<TestJvm> change) throws Exception {
    MemberRecord member = live.ready(fingerprint(new TestJvm()), 0);
    TestJvm jvm = new TestJvm();
    change.accept(jvm);

    List<String> reasons = new ArrayList<>();
    assertThat(acquire(fingerprint(jvm), reasons).uid()).isNotEqualTo(member.uid());
    assertThat(reasons).hasSize(1);
    assertThat(reasons.get(0))
        .startsWith("the nearest, " + member.uid() + ", differs in " + difference);
  }

  private Claim acquire(Fingerprint fingerprint, List<String> reasons) {
    return live.members.acquire(
        new AcquireRequest(fingerprint, "4.2.0", "T", 2, Duration.ofSeconds(30)),
        LivePool.HEALTHY,
        live.launcher(fingerprint),
        new AcquireListener() {
          @Override
          public void booting(Uid uid, String reason) {
            reasons.add(reason);
          }
        });
  }
}
