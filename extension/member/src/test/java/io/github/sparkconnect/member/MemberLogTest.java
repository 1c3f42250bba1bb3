package io.github.sparkconnect.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.member.TestPool.Launch;
import io.github.sparkconnect.pool.Standing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.spark.sql.connect.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member that says a lot, after its launcher was killed. */
class MemberLogTest {

  private static final long MIB = 1 << 20;

  @TempDir Path folder;

  @Test
  void staysBoundedAndDoesNotKeepTheMemberFromEnding() throws Exception {
    try (TestPool pool = new TestPool(folder.resolve("pool"))) {
      Process launcher = new ProcessBuilder("sleep", "600").start();
      Launch launch = new Launch().conf("spark.log.level", "DEBUG");
      launch.launcher = pool.processes.identify(launcher.pid()).orElseThrow();
      TestMember member = pool.launch(launch);
      launcher.destroyForcibly().waitFor();
      member.awaitIdle();

      SparkSession session = member.connect();
      TestMember.run(session, Meddler.class.getName(), "log 40 MB");
      assertThat(session.range(3).count()).isEqualTo(3);
      session.close();

      List<Path> logs = logs(member.directory());
      assertThat(logs)
          .extracting(path -> path.getFileName().toString())
          .containsExactlyInAnyOrder("member.log", "member.log.1", "member.log.2");
      for (Path log : logs) {
        assertThat(Files.size(log)).isLessThan(11 * MIB);
      }
      assertThat(Files.size(member.directory().resolve("stdout.log"))).isLessThan(MIB / 100);

      member.process.destroy();
      member.awaitEnd(Duration.ofSeconds(20));
      assertThat(member.process.exitValue()).isEqualTo(143);
      assertThat(member.directory()).doesNotExist();
      assertThat(member.standing()).isInstanceOf(Standing.Gone.class);
    }
  }

  private static List<Path> logs(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files.filter(path -> path.getFileName().toString().startsWith("member.log")).toList();
    }
  }
}
