package io.github.sparkconnect.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A standalone cluster on this machine, started by hand: a master and workers of one core each. */
final class SparkCluster implements AutoCloseable {

  private static final String DEPLOY = "org.apache.spark.deploy.";

  private final SparkProcess master;
  private final String url;
  private final List<SparkProcess> workers = new ArrayList<>();

  private SparkCluster(SparkProcess master, String url) {
    this.master = master;
    this.url = url;
  }

  static SparkCluster start(Path folder, int workers) throws IOException {
    ExecutorJars.install(folder.resolve("spark"), SparkProcess.jars());
    return startFrom(folder.resolve("spark"), folder, workers);
  }

  /** One whose worker cannot run anything. */
  static SparkCluster withoutSpark(Path folder) throws IOException {
    return startFrom(folder.resolve("nothing"), folder, 1);
  }

  private static SparkCluster startFrom(Path home, Path folder, int workers) throws IOException {
    SparkProcess master =
        new SparkProcess.Launch(folder.resolve("master"), DEPLOY + "master.Master")
            .arguments("--host", "localhost", "--port", "0", "--webui-port", "0")
            .start();
    String url = master.awaitLine("Starting Spark master at (spark://localhost:\\d+)");
    SparkCluster cluster = new SparkCluster(master, url);
    for (int i = 0; i < workers; i++) {
      cluster.workers.add(
          new SparkProcess.Launch(folder.resolve("worker-" + i), DEPLOY + "worker.Worker")
              .environment(ExecutorJars.environment(home))
              .arguments("--host", "localhost", "--port", "0", "--webui-port", "0")
              .arguments("--cores", "1", "--memory", "1g")
              .arguments("--work-dir", Files.createDirectories(folder.resolve("w" + i)).toString())
              .arguments(url)
              .start());
    }
    for (SparkProcess worker : cluster.workers) {
      worker.awaitLine("(Successfully registered with master)");
    }
    return cluster;
  }

  /** Its master URL. */
  String url() {
    return url;
  }

  List<SparkProcess> workers() {
    return workers;
  }

  /** The processes that run tasks now. */
  List<Long> executors() {
    return workers.stream()
        .flatMap(SparkProcess::children)
        .map(ProcessHandle::pid)
        .sorted()
        .toList();
  }

  @Override
  public void close() {
    workers.forEach(SparkProcess::close);
    master.close();
  }
}
