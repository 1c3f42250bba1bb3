package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.LaunchFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * Explains why a server's process did not become a server, when the process could not say so
 * itself: from its exit status and what it wrote.
 */
final class BootFailure {

  private static final int LINES = 30;
  private static final Pattern NOISE =
      Pattern.compile("(Picked up |NOTE: |WARNING: |OpenJDK 64-Bit Server VM warning: |\\s).*|#?");

  private final Path log;
  private final Path output;

  /**
   * @param log the member's log
   * @param output what the process wrote before it had a log
   */
  BootFailure(Path log, Path output) {
    this.log = log;
    this.output = output;
  }

  LaunchFailure ended(int exitStatus, Instant now) {
    LogTail tail = tail();
    String said =
        tail.lines().stream().filter(l -> !NOISE.matcher(l).matches()).findFirst().orElse("");
    return failure(
        "the server's process "
            + howItEnded(exitStatus)
            + (said.isEmpty() ? "" : ": " + said.replaceFirst("^# ", "").strip()),
        tail,
        now);
  }

  /** Continues a sentence about a process. */
  static String howItEnded(int exitStatus) {
    return exitStatus > 128 && exitStatus < 160
        ? "was killed by signal " + (exitStatus - 128)
        : "ended with exit status " + exitStatus;
  }

  LaunchFailure tooSlow(Duration limit, Instant now) {
    return failure(
        "the server was not ready within "
            + limit.toSeconds()
            + " s; "
            + Settings.SERVER_BOOT_TIMEOUT.key()
            + " allows it more",
        tail(),
        now);
  }

  private LogTail tail() {
    LogTail tail = LogTail.read(log, LINES);
    return tail.isEmpty() ? LogTail.read(output, LINES) : tail;
  }

  private static LaunchFailure failure(String message, LogTail tail, Instant now) {
    return new LaunchFailure(message, String.join("\n", tail.lines()), now);
  }
}
