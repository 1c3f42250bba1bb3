package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.ContentHashes;
import io.github.sparkconnect.pool.Fingerprint;
import io.github.sparkconnect.pool.MemberLauncher;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolException;
import io.github.sparkconnect.pool.ProcessIdentity;
import io.github.sparkconnect.pool.Processes;
import io.github.sparkconnect.pool.SharedCache;
import io.github.sparkconnect.pool.SystemProcesses;
import io.github.sparkconnect.pool.Uid;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that is needed to start servers of one kind: everything is found, and the fingerprint says
 * what. Immutable and thread-safe.
 */
final class LaunchPlan implements MemberLauncher {

  private static final Logger LOG = LoggerFactory.getLogger(LaunchPlan.class);

  private final Fingerprint fingerprint;
  private final String sparkVersion;
  private final MemberStarter starter;

  private LaunchPlan(Fingerprint fingerprint, String sparkVersion, MemberStarter starter) {
    this.fingerprint = fingerprint;
    this.sparkVersion = sparkVersion;
    this.starter = starter;
  }

  /**
   * Plans with this process's properties, environment and class path.
   *
   * @param progress gets a line now and then while jars are downloaded
   * @param started gets the processes that are started
   * @throws SparkConnectException if something is missing: a jar, a Java, a script
   * @throws SettingException if a setting has a wrong value
   */
  static LaunchPlan of(
      ServerSpec spec,
      Settings settings,
      Pool pool,
      Processes processes,
      Consumer<String> progress,
      StartedProcesses started) {
    return of(
        spec,
        settings,
        pool,
        processes,
        progress,
        started,
        System.getProperties(),
        System.getenv(),
        classLoader());
  }

  static LaunchPlan of(
      ServerSpec spec,
      Settings settings,
      Pool pool,
      Processes processes,
      Consumer<String> progress,
      StartedProcesses started,
      Properties systemProperties,
      Map<String, String> environment,
      ClassLoader loader) {
    // Inside the pool's directory, because that is proved to be nobody else's.
    Path cache = pool.directory().path().resolve("cache");
    Path directory =
        settings
            .find(Settings.SERVER_DIRECTORY)
            .orElseGet(() -> Path.of(systemProperties.getProperty("user.dir")).toAbsolutePath());
    JavaHome java = JavaHome.of(settings.find(Settings.SERVER_JAVA_HOME), systemProperties);
    Region region = Region.current().ofServer();
    List<InitScript> init = InitScript.readAll(spec.init(), directory, loader);
    ServerClassPaths classPaths =
        new ServerClassPaths(settings, systemProperties, environment, loader, cache, progress);
    ServerClassPath spark = classPaths.find(spec.packages());
    ContentHashes hashes = ContentHashes.open(cache.resolve("content-hashes.json"));
    Path shared = shared(environment, systemProperties).orElse(cache);
    List<Path> classPath = new ArrayList<>(new OwnJars(shared, hashes).copies(spark.own()));
    classPath.addAll(ConfigurationFolders.of(environment));
    classPath.addAll(spark.spark());
    Map<String, String> scrubbed = new HashMap<>(environment);
    LaunchEnvironment.scrub(scrubbed);
    List<String> jvmArgs =
        JvmArgs.of(settings.get(Settings.SERVER_WORKLOAD), spec.jvmArgs(), scrubbed);

    Fingerprint fingerprint =
        FingerprintInputs.of(
            spec,
            jvmArgs,
            spark.sparkVersion(),
            hashes.classPath(classPath),
            java,
            directory,
            init,
            region,
            scrubbed);
    List<Path> launched = new ArrayList<>(classPath);
    launched.addAll(JUnitCode.find(loader, cache));
    return new LaunchPlan(
        fingerprint,
        spark.sparkVersion(),
        new MemberStarter(
            pool,
            processes,
            new MemberStarter.Blueprint(
                ExecutorJars.served(spec, spark.spark(), () -> classPaths.find(List.of()).spark()),
                jvmArgs,
                spark.sparkVersion(),
                fingerprint,
                java,
                region,
                directory,
                init,
                launched,
                new ClassArchives(shared),
                settings.get(Settings.SERVER_WARM_UP),
                settings.get(Settings.POOL_IDLE_TIMEOUT),
                settings.get(Settings.SERVER_BOOT_TIMEOUT)),
            systemProperties,
            started));
  }

  /**
   * Plans for a test class in this directory whose annotation says nothing.
   *
   * @throws SparkConnectException as {@link #of}
   * @throws SettingException if a setting has a wrong value
   */
  static LaunchPlan here(Pool pool, Properties systemProperties) {
    Settings settings = Settings.of(key -> Optional.empty(), systemProperties, System.getenv());
    // Not by way of a request, which knows JUnit: on the command line there is none.
    ServerSpec spec =
        new ServerSpec(
            settings.get(Settings.MASTER),
            settings.get(Settings.SERVER_CONF),
            settings.get(Settings.PACKAGES),
            settings.get(Settings.INIT),
            settings.get(Settings.JVM_ARGS));
    return of(
        spec,
        settings,
        pool,
        new SystemProcesses(),
        Console::line,
        new StartedProcesses(),
        systemProperties,
        System.getenv(),
        classLoader());
  }

  /** What a server runs on. */
  JavaHome java() {
    return starter.java();
  }

  /** What a server's code is loaded from. */
  List<Path> classPath() {
    return starter.classPath();
  }

  Fingerprint fingerprint() {
    return fingerprint;
  }

  String sparkVersion() {
    return sparkVersion;
  }

  @Override
  public ProcessIdentity launch(Uid uid) {
    return starter.launch(uid);
  }

  /** What all pools share; empty if there is no place for it, and each has its own then. */
  private static Optional<Path> shared(
      Map<String, String> environment, Properties systemProperties) {
    try {
      return Optional.of(SharedCache.open(SharedCache.location(environment, systemProperties)));
    } catch (PoolException e) {
      LOG.debug("Pools share no archives of classes", e);
      return Optional.empty();
    }
  }

  /** The tests' class path, wherever this class came from. */
  private static ClassLoader classLoader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context != null ? context : LaunchPlan.class.getClassLoader();
  }
}
