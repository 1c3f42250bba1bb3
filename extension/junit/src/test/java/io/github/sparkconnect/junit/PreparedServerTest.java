package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.Uid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What real servers do while they are idle, and what later ones have of it: also those of the other
 * tests, whose cache directory this is.
 */
@Timeout(600)
@Tag("alone")
class PreparedServerTest {

  /** Of a training run with the lowest priority, beside everything else. */
  private static final Duration TRAINING = Duration.ofMinutes(4);

  private static final Path ARCHIVES =
      Path.of(System.getenv("XDG_CACHE_HOME"), "spark-connect-junit", "shared-1");

  @TempDir Path temp;
  private PlannedServers servers;

  @BeforeEach
  void open() {
    ArrowAccess.ensure();
    servers = new PlannedServers(temp);
  }

  @AfterEach
  void awaitTheEnd() {
    PoolProcesses.awaitEnd(temp);
  }

  @Test
  void anIdleServerWarmsUpAndLeavesAnArchiveForLaterOnes() throws IOException {
    for (Path left : archives()) {
      Files.delete(left);
    }
    Claim first = acquire();
    servers.members.giveBack(first);
    Awaitility.await()
        .atMost(TRAINING)
        .until(() -> !archives().isEmpty() && !log(first.uid()).contains("training"));
    assertThat(log(first.uid()))
        .contains("Left an archive of classes in ")
        .doesNotContain("WARN  i.g.s.m");
    assertThat(servers.pool.directory().memberDirectory(first.uid()).resolve("tmp/warm-up"))
        .doesNotExist();
    assertNothingIsLeft();
    stop(first.uid());

    Path archive = archives().get(0);
    Claim second = acquire();
    assertThat(loaded(second.uid())).contains("SparkContext source: shared objects file (top)");
    stop(second);

    // Its content is checked, too: a JVM with a damaged one would crash.
    Path whole = Files.copy(archive, temp.resolve("whole"));
    damage(archive);
    Claim third = acquire();
    assertThat(loaded(third.uid()))
        .contains("SparkContext source: file:")
        .doesNotContain("shared objects file (top)");
    stop(third);
    Files.move(whole, archive);
  }

  private void assertNothingIsLeft() {
    Claim claim = acquire();
    try (ControlSession control =
        ControlSession.open(PooledServer.urlOf(claim.member().endpoint()))) {
      ControlAnswer answer = control.reset(Duration.ofSeconds(60));
      assertThat(answer.removed()).isEmpty();
      assertThat(answer.residue()).isEmpty();
    }
    servers.members.giveBack(claim);
  }

  private void stop(Claim claim) {
    servers.members.giveBack(claim);
    stop(claim.uid());
  }

  /** Until its process is gone: one whose archive is damaged under it may hang. */
  private void stop(Uid uid) {
    assertThat(servers.pool.retireIdle(uid, "the test needs another one")).isTrue();
    PoolProcesses.awaitEnd(temp);
    assertThat(servers.pool.directory().memberDirectory(uid)).doesNotExist();
  }

  private static List<Path> archives() throws IOException {
    if (!Files.exists(ARCHIVES)) {
      return List.of();
    }
    try (var files = Files.list(ARCHIVES)) {
      return files.filter(file -> file.toString().endsWith(".jsa")).toList();
    }
  }

  private static void damage(Path archive) throws IOException {
    try (var channel = Files.newByteChannel(archive, StandardOpenOption.WRITE)) {
      channel.position(Files.size(archive) / 2);
      channel.write(java.nio.ByteBuffer.allocate(1 << 20));
    }
  }

  private String log(Uid uid) throws IOException {
    return Files.readString(servers.pool.directory().log(uid));
  }

  private String loaded(Uid uid) throws IOException {
    return Files.readString(servers.pool.directory().memberDirectory(uid).resolve("stdout.log"));
  }

  private Claim acquire() {
    return servers.acquire(
        servers.plan(
            new ServerSpec(
                "local[2]",
                new TreeMap<>(),
                List.of(),
                List.of(),
                List.of("-Xlog:class+load:stdout")),
            Map.of("sparkconnect.pool.idleTimeout", "10m")));
  }
}
