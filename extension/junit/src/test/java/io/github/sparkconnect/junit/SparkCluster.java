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
  private final List<SparkProcess> workers = new ArrayList<>();
  private String url = "";

  private SparkCluster(SparkProcess master) {
    this.master = master;
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
    SparkCluster cluster = new SparkCluster(master);
    try {
      cluster.await(home, folder, workers);
    } catch (RuntimeException | IOException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  private void await(Path home, Path folder, int number) throws IOException {
    url = master.awaitLine("Starting Spark master at (spark://localhost:\\d+)");
    for (int i = 0; i < number; i++) {
      workers.add(
          new SparkProcess.Launch(folder.resolve("worker-" + i), DEPLOY + "worker.Worker")
              .environment(ExecutorJars.environment(home))
              .arguments("--host", "localhost", "--port", "0", "--webui-port", "0")
              .arguments("--cores", "1", "--memory", "1g")
              .arguments("--work-dir", Files.createDirectories(folder.resolve("w" + i)).toString())
              .arguments(url)
              .start());
    }
    for (SparkProcess worker : workers) {
      worker.awaitLine("(Successfully registered with master)");
    }
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
