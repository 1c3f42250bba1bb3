package io.github.sparkconnect.member;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterEndTest {

  private static final String LINE =
      "2026-12-01 16:56:15.546 ERROR o.a.s.s.c.StandaloneSchedulerBackend [client]: Application has"
          + " been killed. Reason: ";

  @TempDir Path folder;

  @Test
  void isTheFirstReasonInTheLog() throws IOException {
    Path log = folder.resolve("member.log");
    Files.write(
        log,
        ("a\n" + LINE + "All masters are unresponsive! Giving up.\nb \u00fc\n" + LINE + "else\n")
            .getBytes(ISO_8859_1));
    assertThat(ClusterEnd.reason(log)).contains("All masters are unresponsive! Giving up");
  }

  @Test
  void isNoneInOtherLogs() throws IOException {
    assertThat(ClusterEnd.reason(folder.resolve("missing.log"))).isEmpty();
    Path log = folder.resolve("member.log");
    Files.writeString(log, "2026-12-01 16:56:15.546 WARN  o.a.s.SparkConf [main]: Reason: none\n");
    assertThat(ClusterEnd.reason(log)).isEmpty();
  }
}
