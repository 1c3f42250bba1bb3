package com.stranger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Counts the servers of a pool as the system lists them, as long as this JVM lives. */
final class MemberCount {

  private static final String MAIN = "io.github.sparkconnect.member.SparkConnectMemberMain";
  private static boolean started;

  private MemberCount() {}

  /** Writes the highest number to {@code target/members-<pid>}. */
  static synchronized void start(Path pool) {
    if (!started) {
      started = true;
      Thread thread = new Thread(() -> count(pool.toString()), "member count");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void count(String pool) {
    Path file = Path.of("target", "members-" + ProcessHandle.current().pid());
    long highest = 0;
    try {
      while (true) {
        long now =
            ProcessHandle.allProcesses()
                .filter(process -> isMember(process, pool))
                // What a server starts is a copy of it for a moment.
                .filter(process -> process.parent().filter(p -> isMember(p, pool)).isEmpty())
                .count();
        if (now > highest) {
          highest = now;
          Files.writeString(file, Long.toString(highest));
        }
        Thread.sleep(200);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isMember(ProcessHandle process, String pool) {
    String line = process.info().commandLine().orElse("");
    return line.contains(MAIN) && line.contains(pool);
  }
}
