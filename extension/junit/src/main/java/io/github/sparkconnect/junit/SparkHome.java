package io.github.sparkconnect.junit;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Spark installation, used for the server's class path when Maven has none.
 *
 * @param jars its jars, sorted by name
 */
record SparkHome(Path directory, Optional<String> sparkVersion, List<Path> jars) {

  private static final String CORE = "spark-core_" + ServerArtifacts.SCALA_VERSION + "-";
  private static final String CONNECT = "spark-connect_" + ServerArtifacts.SCALA_VERSION + "-";
  private static final String CLIENT = "spark-connect-client-jvm_";
  private static final String END = ".jar";

  /** Returns the installation that {@code SPARK_HOME} names, if there is one. */
  static Optional<SparkHome> of(Map<String, String> environment) {
    String home = environment.getOrDefault("SPARK_HOME", "");
    if (home.isBlank()) {
      return Optional.empty();
    }
    try {
      return Optional.of(read(Path.of(home)));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /**
   * Says why this cannot be the class path of a server with that version.
   *
   * @return empty if it can
   */
  Optional<String> unfitFor(String wanted) {
    if (sparkVersion.isEmpty()) {
      return Optional.of("SPARK_HOME (" + directory + ") has no Spark for Scala 2.13 in jars/");
    }
    if (!sparkVersion.get().equals(wanted)) {
      return Optional.of(
          "SPARK_HOME (" + directory + ") is Spark " + sparkVersion.get() + ", not " + wanted);
    }
    if (jars.stream().noneMatch(jar -> name(jar).startsWith(CONNECT))) {
      return Optional.of("SPARK_HOME (" + directory + ") has no Spark Connect server in jars/");
    }
    return Optional.empty();
  }

  private static SparkHome read(Path home) {
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(home.resolve("jars"), "*" + END)) {
      files.forEach(jars::add);
    } catch (IOException | DirectoryIteratorException e) {
      // Without jars it is unfit, which is then said.
      jars.clear();
    }
    jars.removeIf(jar -> name(jar).startsWith(CLIENT));
    Collections.sort(jars);
    Optional<String> version =
        jars.stream()
            .map(SparkHome::name)
            .filter(name -> name.startsWith(CORE))
            .map(name -> name.substring(CORE.length(), name.length() - END.length()))
            .findFirst();
    return new SparkHome(home, version, List.copyOf(jars));
  }

  private static String name(Path jar) {
    return String.valueOf(jar.getFileName());
  }
}
