package io.github.sparkconnect.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sees to it that executors, which are processes of their own, have the server's jars. */
final class ExecutorJars {

  private static final String JARS = "spark.jars";

  private ExecutorJars() {}

  /**
   * Has the executors of a cluster fetch the jars of packages from the server: the cluster's
   * installation of Spark does not have them.
   *
   * @param all the server's jars and folders
   * @param spark those of a server without packages, asked for only if there are any
   * @return the same with {@code spark.jars}, after the user's if there are such
   */
  static ServerSpec served(ServerSpec spec, List<Path> all, Supplier<List<Path>> spark) {
    if (!spec.sparkMaster().isCluster() || spec.packages().isEmpty()) {
      return spec;
    }
    Set<Path> packages = new LinkedHashSet<>(all);
    spark.get().forEach(packages::remove);
    String users = spec.serverConf().getOrDefault(JARS, "");
    TreeMap<String, String> conf = new TreeMap<>(spec.serverConf());
    conf.put(
        JARS,
        Stream.concat(
                users.isBlank() ? Stream.empty() : Stream.of(users),
                packages.stream().map(Path::toString))
            .collect(Collectors.joining(",")));
    return new ServerSpec(spec.master(), conf, spec.packages(), spec.init(), spec.jvmArgs());
  }

  /** Returns what has workers start executors from there. */
  static Map<String, String> environment(Path home) {
    return Map.of(
        "SPARK_HOME", home.toString(), "SPARK_SCALA_VERSION", ServerArtifacts.SCALA_VERSION);
  }

  /**
   * Makes what looks like an installation of Spark with the server's own jars, as links, for a
   * server that starts its workers itself.
   *
   * @param home a directory that does not exist yet
   */
  static void install(Path home, List<Path> classPath) throws IOException {
    Path jars = home.resolve("jars");
    PrivateFiles.createDirectories(jars);
    List<Path> files = new ArrayList<>(classPath);
    files.removeIf(path -> !path.toString().endsWith(".jar") || !Files.isRegularFile(path));
    for (int i = 0; i < files.size(); i++) {
      // Two may have the same name.
      Files.createSymbolicLink(
          jars.resolve(String.format("%04d-%s", i, files.get(i).getFileName())),
          files.get(i).toAbsolutePath());
    }
  }
}
