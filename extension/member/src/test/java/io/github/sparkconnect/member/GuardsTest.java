package io.github.sparkconnect.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sparkconnect.pool.Uid;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.spark.sql.connect.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;
import scala.collection.immutable.Map$;

/** What is said to who uses a member's insides, and of a Spark that is not known. */
class GuardsTest {

  @Test
  void aServerThatIsNoMemberSaysSo() {
    assertThatThrownBy(
            () -> new MemberControl().executeCommand("ping", CaseInsensitiveStringMap.empty()))
        .hasMessage("this server is no member of a pool, or not yet");
  }

  @Test
  void whatTheControlRunnerWantsIsSaid() {
    try (SparkSession session = SharedMember.get().connect()) {
      assertThatThrownBy(() -> TestMember.control(session, "frobnicate"))
          .hasMessageContaining("the command is 'ping' or 'reset', but was: 'frobnicate'");
      assertThatThrownBy(
              () ->
                  session.executeCommand(
                      MemberControl.class.getName(), "reset", Map$.MODULE$.empty()))
          .hasMessageContaining(
              "'reset' needs the option 'session': the id of the session that calls");
    }
  }

  @Test
  void anUnknownSparkIsNamed() {
    assertThat(SparkInternals.unknown(String.class, new NoSuchFieldException("cachedData")))
        .hasMessage(
            "this Spark has another String than the versions 4.0.0 to 4.2.0:"
                + " java.lang.NoSuchFieldException: cachedData");
  }

  @Test
  void aFolderThatACatalogWouldDeleteIsNamed() {
    URI own = URI.create("file:/own");
    URI folder = URI.create("file:/data");

    CatalogKeeper.requireMoved(own, own, folder);
    assertThatThrownBy(() -> CatalogKeeper.requireMoved(folder, own, folder))
        .hasMessage("its folder cannot be spared: file:/data");
  }

  @Test
  void aMemberWhoseDirectoryIsGoneDoesNotBringItBack() throws Exception {
    Path missing = Path.of("/no/such/pool");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SparkConnectMemberMain.class.getName(),
                missing.toString(),
                Uid.random().value())
            .redirectErrorStream(true)
            .start();

    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("the pool directory /no/such/pool is gone, and so is its member");
    assertThat(process.waitFor()).isZero();
    assertThat(missing).doesNotExist();
  }
}
