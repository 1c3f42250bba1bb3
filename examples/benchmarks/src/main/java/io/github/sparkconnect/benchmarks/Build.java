package io.github.sparkconnect.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A call of Maven. */
record Build(List<String> command, Path folder) {

  /**
   * How long it took, in milliseconds.
   *
   * @param all from the start of Maven to its end
   * @param forks from the start of the first test JVM to the end of the last
   */
  record Took(long all, long forks) {}

  Took run(List<String> properties, Map<String, String> environment)
      throws IOException, InterruptedException {
    List<String> full = new ArrayList<>(command);
    full.addAll(properties);
    AtomicLong testsFrom = new AtomicLong();
    AtomicLong testsTo = new AtomicLong();
    long start = System.nanoTime();
    Commands.run(
        full,
        folder,
        environment,
        folder.resolve("build.log"),
        line -> {
          if (line.endsWith("T E S T S")) {
            testsFrom.set(System.nanoTime());
          } else if (line.endsWith("Results:")) {
            testsTo.set(System.nanoTime());
          }
        });
    return new Took(
        (System.nanoTime() - start) / 1_000_000, (testsTo.get() - testsFrom.get()) / 1_000_000);
  }
}
