package io.github.sparkconnect.junit.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.sparkconnect.junit.life.ClaimingJvm.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The pool is on a disk that is full when a server has just begun to start. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "needs a mount namespace")
class FullDiskTest {

  /** Only for this JVM and its server. */
  private static final String SMALL_DISK =
      "mount -t tmpfs -o size=64m tmpfs \"$0\" || exit 1;"
          + " { until ls \"$0\"/pool/member-*/process.json; do sleep 0.1; done;"
          + " cat /dev/zero > \"$0/fill\"; } > /dev/null 2>&1 & exec \"$@\"";

  @TempDir Path temp;

  @Test
  void aFailureThatCannotBeWrittenDownIsToldAtOnce() throws IOException {
    assumeThat(System.getProperty("user.name")).as("mounting is root's").isEqualTo("root");
    Path disk = Files.createDirectory(temp.resolve("disk"));
    Launch launch =
        new Launch()
            .before("unshare", "-m", "sh", "-c", SMALL_DISK, disk.toString())
            .setting("pool.dir", disk.resolve("pool"))
            .setting("pool.acquireTimeout", "10m")
            // A start that ends without a word drops the archive of classes, which others need.
            .change(
                builder ->
                    builder.environment().put("XDG_CACHE_HOME", temp.resolve("cache").toString()));

    try (ClaimingJvm jvm = launch.start()) {
      jvm.tell("claim");

      // Of a boot on a busy machine; to wait for the limit would take ten.
      assertThat(jvm.answer(Duration.ofMinutes(4)))
          .startsWith("class failed: io.github.sparkconnect.junit.SparkConnectException: No Spark")
          .contains("the server's process ended with exit status 1")
          .contains("; nor can that be written down: Cannot record the failed launch of member ")
          .contains("No space left on device")
          .contains(
              "(what may help: make room on the disk, or move the pool with sparkconnect.pool");
    }
  }
}
