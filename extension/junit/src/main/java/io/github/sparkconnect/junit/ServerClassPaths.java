package io.github.sparkconnect.junit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.sparkconnect.pool.Sha256;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the class path of a server: what the user named, else Maven's, else that of a Spark
 * installation of the same version.
 *
 * <p>Thread-safe.
 */
final class ServerClassPaths {

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

  private final Settings settings;
  private final Properties systemProperties;
  private final Map<String, String> environment;
  private final ClassLoader loader;
  private final Path cache;
  private final ClassPathCache lists;
  private final Consumer<String> progress;

  /**
   * @param loader has the client and ourselves
   * @param cache a private directory for what is worth remembering
   * @param progress gets a line now and then during a download
   */
  ServerClassPaths(
      Settings settings,
      Properties systemProperties,
      Map<String, String> environment,
      ClassLoader loader,
      Path cache,
      Consumer<String> progress) {
    this.settings = settings;
    this.systemProperties = systemProperties;
    this.environment = Map.copyOf(environment);
    this.loader = loader;
    this.cache = cache;
    this.lists = new ClassPathCache(cache, LONGEST_WAIT);
    this.progress = progress;
  }

  /**
   * Returns the class path of a server with these packages.
   *
   * @throws SparkConnectException if there is none, with cause and remedy
   * @throws IllegalArgumentException if the version or a package is not spelt like one
   */
  ServerClassPath find(List<String> packages) {
    List<Path> own = OwnCode.find(loader);
    Optional<String> explicit = settings.find(Settings.SERVER_CLASSPATH);
    if (explicit.isPresent()) {
      List<Path> spark = expand(explicit.get());
      return new ServerClassPath(
          explicitVersion(spark), own, spark, Settings.SERVER_CLASSPATH.key());
    }
    ServerArtifacts artifacts = new ServerArtifacts(version(), packages);
    try {
      return new ServerClassPath(artifacts.sparkVersion(), own, fromMaven(artifacts), "Maven");
    } catch (SparkConnectException e) {
      return fromSparkHome(artifacts, own, e);
    }
  }

  private String version() {
    return settings
        .find(Settings.SERVER_VERSION)
        .or(() -> ClientVersion.find(loader))
        .orElseThrow(
            () ->
                new SparkConnectException(
                    "Cannot tell which Spark version the server should have: there is no Spark"
                        + " Connect client on the class path. Add"
                        + " org.apache.spark:spark-connect-client-jvm_2.13 to it, or set "
                        + Settings.SERVER_VERSION.key()
                        + "."));
  }

  /** What the jars say counts more than the client's version, which may differ. */
  private String explicitVersion(List<Path> spark) {
    String prefix = "spark-connect_" + ServerArtifacts.SCALA_VERSION + "-";
    return spark.stream()
        .map(path -> String.valueOf(path.getFileName()))
        .filter(name -> name.startsWith(prefix) && name.endsWith(".jar"))
        .map(name -> name.substring(prefix.length(), name.length() - ".jar".length()))
        .findFirst()
        .orElseGet(this::version);
  }

  private List<Path> fromMaven(ServerArtifacts artifacts) {
    MavenEnvironment maven = MavenEnvironment.of(settings, systemProperties, environment, cache);
    MavenClassPath resolver = new MavenClassPath(maven, progress);
    return artifacts.isMoving()
        ? resolver.resolve(artifacts)
        : lists.get(key(artifacts, maven), () -> resolver.resolve(artifacts));
  }

  private ServerClassPath fromSparkHome(
      ServerArtifacts artifacts, List<Path> own, SparkConnectException mavenFailure) {
    Optional<SparkHome> home = SparkHome.of(environment);
    if (home.isEmpty()) {
      throw mavenFailure;
    }
    Optional<String> unfit =
        artifacts.packages().isEmpty()
            ? home.get().unfitFor(artifacts.sparkVersion())
            : Optional.of("SPARK_HOME cannot serve packages, which come from Maven");
    if (unfit.isPresent()) {
      throw new SparkConnectException(
          mavenFailure.getMessage() + "\nAlso tried: " + unfit.get() + ".", mavenFailure);
    }
    return new ServerClassPath(
        artifacts.sparkVersion(), own, home.get().jars(), "SPARK_HOME " + home.get().directory());
  }

  private static List<Path> expand(String classPath) {
    List<Path> entries = new ArrayList<>();
    for (String text : classPath.split(File.pathSeparator, -1)) {
      if (text.isBlank()) {
        continue;
      }
      try {
        if (text.endsWith(File.separator + "*")) {
          entries.addAll(jars(Path.of(text.substring(0, text.length() - 2))));
        } else {
          entries.add(Path.of(text).toAbsolutePath());
        }
      } catch (IOException | InvalidPathException e) {
        throw unusable(text, e);
      }
    }
    for (Path entry : entries) {
      if (!Files.exists(entry)) {
        throw unusable(entry.toString(), null);
      }
    }
    return entries;
  }

  private static SparkConnectException unusable(String entry, @Nullable Exception cause) {
    return new SparkConnectException(
        Settings.SERVER_CLASSPATH.key()
            + " names "
            + entry
            + ", which is no readable file or folder. Correct it, or leave it out to have the"
            + " server resolved from Maven.",
        cause);
  }

  private static List<Path> jars(Path folder) throws IOException {
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
      files.forEach(file -> jars.add(file.toAbsolutePath()));
    }
    Collections.sort(jars);
    return jars;
  }

  /** Names everything that decides which jars the resolver would find. */
  private static String key(ServerArtifacts artifacts, MavenEnvironment maven) {
    MessageDigest digest = Sha256.digest();
    digest.update(artifacts.coordinates().toString().getBytes(UTF_8));
    digest.update(maven.toString().getBytes(UTF_8));
    update(digest, maven.userSettings());
    maven.globalSettings().ifPresent(file -> update(digest, file));
    maven.home().ifPresent(home -> update(digest, home.resolve("conf/settings.xml")));
    return Sha256.hex(digest.digest(), 12);
  }

  private static void update(MessageDigest digest, Path file) {
    try {
      digest.update(Files.readAllBytes(file));
    } catch (IOException e) {
      digest.update((byte) 0);
    }
  }
}
