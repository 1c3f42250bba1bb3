package io.github.sparkconnect.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sparkconnect.member.TestPool.Launch;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member that cannot start says why, ends, and leaves its log. */
class MemberFailureTest {

  @TempDir Path folder;
  private TestPool pool;

  @BeforeEach
  void open() {
    pool = new TestPool(folder.resolve("pool"));
  }

  @AfterEach
  void close() {
    pool.close();
  }

  @Test
  void namesTheCauseOfABadConfiguration() throws Exception {
    assertFails(new Launch().conf("spark.serializer", "no.such.Serializer"), "no.such.Serializer");
  }

  @Test
  void namesTheInitScriptAndLine() throws Exception {
    Launch launch = new Launch();
    launch.init.add(
        Files.writeString(folder.resolve("bad.sql"), "SELECT 1;\n\nSELECT * FROM nowhere;\n"));
    assertFails(launch, "bad.sql failed at line 3: [TABLE_OR_VIEW_NOT_FOUND]");
  }

  @Test
  void namesASyntaxErrorInAnInitScript() throws Exception {
    Launch launch = new Launch();
    launch.init.add(Files.writeString(folder.resolve("bad.sql"), "SELECT 1;\nSELEKT 2;\n"));
    assertFails(launch, "bad.sql failed at line 2: [PARSE_SYNTAX_ERROR]");
  }

  @Test
  void namesAMissingLibrary() throws Exception {
    assertFails(without("/spark-mllib_"), "spark-mllib");
  }

  @Test
  void reportsThatThereIsNoSparkAtAll() throws Exception {
    assertFails(without("/org/apache/spark/"), "NoClassDefFoundError");
  }

  @Test
  void refusesToServeWithoutAToken() throws Exception {
    Launch launch = new Launch();
    launch.environment.put(MemberBoot.TOKEN_VARIABLE, "");
    assertFails(
        launch,
        MemberBoot.TOKEN_VARIABLE
            + " is not set; without a token anybody on this machine could use the member");
  }

  /** Without the jars whose path has {@code part}; our own are called {@code spark-...}, too. */
  private static Launch without(String part) {
    Launch launch = new Launch();
    launch.classPath =
        Arrays.stream(launch.classPath.split(File.pathSeparator, -1))
            .filter(entry -> !entry.contains(part))
            .collect(Collectors.joining(File.pathSeparator));
    return launch;
  }

  private void assertFails(Launch launch, String cause) throws IOException {
    TestMember member = pool.launch(launch);
    Path failure = pool.directory.failure(member.uid);
    await().atMost(TestMember.BOOT).until(() -> Files.exists(failure));
    member.awaitEnd(java.time.Duration.ofSeconds(15));
    JsonNode json = new ObjectMapper().readTree(failure.toFile());
    assertThat(json.get("message").textValue()).contains(cause).doesNotContain("\n");
    assertThat(json.get("detail").textValue()).contains("\tat ");
    assertThat(member.process.exitValue()).isEqualTo(1);
    assertThat(pool.directory.log(member.uid)).content().contains(cause);
    assertThat(pool.pool.snapshot().entries()).isEmpty();
    assertThat(pool.pool.snapshot().failures()).hasSize(1);
  }
}
