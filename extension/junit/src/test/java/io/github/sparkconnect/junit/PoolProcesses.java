package io.github.sparkconnect.junit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The servers that work in a test's pool, as the system sees them. */
final class PoolProcesses {

  private PoolProcesses() {}

  /**
   * Waits until no server uses that folder any more: one that leaves still writes there, and JUnit
   * could not delete it.
   */
  static void awaitEnd(Path temp) {
    Awaitility.await("servers in " + temp + " end")
        .atMost(Duration.ofSeconds(60))
        .until(() -> in(temp).findAny().isEmpty());
  }

  /** The name of a temporary folder is unique, and unlike its path never spelt in another way. */
  private static Stream<ProcessHandle> in(Path temp) {
    String name = String.valueOf(temp.getFileName());
    return ProcessHandle.allProcesses()
        .filter(
            process ->
                process
                    .info()
                    .commandLine()
                    .filter(
                        line ->
                            line.contains("io.github.sparkconnect.member.") && line.contains(name))
                    .isPresent());
  }
}
