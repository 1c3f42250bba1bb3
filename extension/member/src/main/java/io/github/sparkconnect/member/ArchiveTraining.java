package io.github.sparkconnect.member;

import io.github.sparkconnect.pool.LaunchSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The main class of a training run: {@code ArchiveTraining <folder> <launch.json>} starts a server
 * like a member's, lets it warm up, and ends; the JVM then archives what it has loaded.
 *
 * <p>It is nobody's member: it has no record, its endpoint is told to nobody, and it ends by itself
 * after {@link #LIMIT} or when who started it is gone.
 */
public final class ArchiveTraining {

  static final Duration LIMIT = Duration.ofMinutes(4);

  private ArchiveTraining() {}

  /** Trains. */
  public static void main(String[] args) throws Exception {
    System.setProperty("log4j2.shutdownHookEnabled", "false");
    Path folder = Path.of(args[0]);
    endWith(ProcessHandle.current().parent().orElseThrow(), folder);
    LaunchSpec spec = LaunchSpec.read(Path.of(args[1])).withMaster("local[2]");
    MemberLog.start(folder.resolve("spark.log"));
    MemberFiles files = new MemberFiles(folder);
    SparkServer server = MemberBoot.start(spec, files);
    Health.tinyJob(server.session().sparkContext());
    MemberBoot.warmUp(server, files).run();
    System.exit(0);
  }

  private static void endWith(ProcessHandle starter, Path folder) {
    long end = System.nanoTime() + LIMIT.toNanos();
    Thread watch =
        new Thread(
            () -> {
              while (starter.isAlive() && Files.exists(folder) && System.nanoTime() < end) {
                try {
                  TimeUnit.MILLISECONDS.sleep(500);
                } catch (InterruptedException e) {
                  break; // Nobody interrupts it; if so, the end comes early.
                }
              }
              Runtime.getRuntime().halt(1);
            },
            "training-watch");
    watch.setDaemon(true);
    watch.start();
  }
}
