package io.github.sparkconnect.junit.life;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** An agent that adds the pid of each JVM that it is loaded into to the file that is its option. */
public final class ReportingAgent {

  private ReportingAgent() {}

  /** Reports. */
  public static void premain(String option) throws IOException {
    Files.writeString(
        Path.of(option),
        ProcessHandle.current().pid() + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
