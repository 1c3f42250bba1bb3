package io.github.sparkconnect.junit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Every setting there is, and the values they have here.
 *
 * <p>A value is taken from the first source that has one: JUnit configuration parameter, system
 * property, environment variable, default. A blank value counts as none, because build files like
 * to pass on properties that nobody has set. Immutable.
 */
final class Settings {

  static final Setting<Path> POOL_DIR =
      Setting.unset(
          "pool.dir",
          SettingType.PATH,
          "`spark-connect-junit/pool-1` in the user's cache directory",
          "The pool's directory; projects with the same one share servers.");
  static final Setting<Duration> POOL_IDLE_TIMEOUT =
      Setting.of(
          "pool.idleTimeout",
          SettingType.DURATION,
          "30m",
          "How long a server may be unused before it ends itself.");
  static final Setting<Integer> POOL_MAX_MEMBERS =
      new Setting<>(
          "pool.maxMembers",
          SettingType.COUNT,
          () -> Optional.of(String.valueOf(DefaultCapacity.members())),
          "from cores and memory, at least 2",
          "The most servers that live at a time.");
  static final Setting<Duration> POOL_ACQUIRE_TIMEOUT =
      Setting.of(
          "pool.acquireTimeout",
          SettingType.DURATION,
          "5m",
          "How long a test class waits for a server when all are in use.");
  static final Setting<Duration> POOL_LOCK_TIMEOUT =
      Setting.of(
          "pool.lockTimeout",
          SettingType.DURATION,
          "30s",
          "How long to wait for the pool's lock, which is only ever held for moments.");
  static final Setting<Integer> POOL_MAX_USES =
      Setting.unset(
          "pool.maxUses",
          SettingType.COUNT,
          "no limit",
          "After how many test classes a server is retired.");
  static final Setting<String> SERVER_CLASSPATH =
      Setting.unset(
          "server.classpath",
          SettingType.TEXT,
          "resolved from Maven",
          "The server's class path (jars, folders, `folder/*`), instead of resolving one.");
  static final Setting<String> SERVER_VERSION =
      Setting.unset(
          "server.version",
          SettingType.TEXT,
          "the client's",
          "The server's Spark version, for example `4.2.0`.");
  static final Setting<Path> SERVER_JAVA_HOME =
      Setting.unset(
          "server.javaHome", SettingType.PATH, "the test's Java", "The Java that servers run on.");
  static final Setting<Path> SERVER_DIRECTORY =
      Setting.unset(
          "server.directory",
          SettingType.PATH,
          "the test JVM's working directory",
          "The server's working directory, which relative paths in queries start from.");
  static final Setting<Workload> SERVER_WORKLOAD =
      Setting.of(
          "server.workload",
          SettingType.oneOf(List.of(Workload.SHORT, Workload.LONG)),
          "SHORT",
          "`SHORT` starts the server's JVM for tests of seconds (first-tier compiler, serial"
              + " collector), `LONG` leaves compiler and collector to the JVM.");
  static final Setting<Boolean> SERVER_WARM_UP =
      Setting.of(
          "server.warmUp",
          SettingType.FLAG,
          "true",
          "Whether a server that is idle runs a few queries of its own, so that tests find warm"
              + " code, and leaves an archive of its classes, so that later servers start faster.");
  static final Setting<Duration> SERVER_BOOT_TIMEOUT =
      Setting.of(
          "server.bootTimeout", SettingType.DURATION, "2m", "How long a server may take to start.");
  static final Setting<String> MASTER =
      Setting.of("master", SettingType.TEXT, "local[2]", "The server's Spark master.");
  static final Setting<SortedMap<String, String>> CONF =
      Setting.of("conf", SettingType.PAIRS, "", "Settings of each session.");
  static final Setting<SortedMap<String, String>> SERVER_CONF =
      Setting.of(
          "serverConf",
          SettingType.PAIRS,
          "",
          "Settings of the server process; servers with other ones are not used."
              + " `${member.directory}` in a value is the server's own directory.");
  static final Setting<List<String>> PACKAGES =
      Setting.of(
          "packages",
          SettingType.LIST,
          "",
          "Maven coordinates `group:artifact:version` added to the server's class path.");
  static final Setting<List<String>> ARTIFACTS =
      Setting.of(
          "artifacts",
          SettingType.LIST,
          "",
          "Jars (paths or globs) that are sent to the server for each session.");
  static final Setting<List<String>> INIT =
      Setting.of(
          "init",
          SettingType.LIST,
          "",
          "SQL scripts whose tables and views belong to a server's initial state.");
  static final Setting<List<String>> JVM_ARGS =
      Setting.of(
          "jvmArgs",
          SettingType.ARGUMENTS,
          "",
          "Options of the server's JVM; without a heap size among them it gets `-Xmx1g`.");
  static final Setting<SessionScope> SESSION =
      Setting.of(
          "session",
          SettingType.oneOf(List.of(SessionScope.PER_CLASS, SessionScope.PER_METHOD)),
          "PER_CLASS",
          "How long an injected session lives.");
  static final Setting<Reuse> REUSE =
      Setting.of(
          "reuse",
          SettingType.oneOf(List.of(Reuse.ALWAYS, Reuse.NEVER)),
          "ALWAYS",
          "Whether a clean server goes back to the pool after the class.");
  static final Setting<String> REMOTE =
      Setting.unset(
          "remote",
          SettingType.ENDPOINT,
          "none",
          "An endpoint `sc://host:port` that somebody else runs, instead of the pool.");
  static final Setting<Boolean> DISABLED_WITHOUT_SERVER =
      Setting.of(
          "disabledWithoutServer",
          SettingType.FLAG,
          "false",
          "Aborts a test class, instead of failing it, when no server can be had.");
  static final Setting<Duration> CLOSE_TIMEOUT =
      Setting.of(
          "closeTimeout",
          SettingType.DURATION,
          "10s",
          "How long cleaning a server may take before it is retired instead.");
  static final Setting<Boolean> MAVEN_OFFLINE =
      Setting.unset(
          "maven.offline",
          SettingType.FLAG,
          "as Maven's settings and command line say",
          "Resolves the server's class path from the local repository only.");
  static final Setting<Path> MAVEN_SETTINGS =
      Setting.unset(
          "maven.settings",
          SettingType.PATH,
          "as the Maven command line says, else `~/.m2/settings.xml`",
          "The Maven settings (mirrors, proxies, credentials) used to resolve it.");
  static final Setting<Path> MAVEN_LOCAL_REPOSITORY =
      Setting.unset(
          "maven.localRepository",
          SettingType.PATH,
          "the build's, else as Maven's settings say",
          "The local Maven repository used to resolve it.");

  /** All of them, in the order of the documentation. */
  static final List<Setting<?>> ALL =
      List.of(
          MASTER,
          CONF,
          SERVER_CONF,
          PACKAGES,
          ARTIFACTS,
          INIT,
          JVM_ARGS,
          SESSION,
          REUSE,
          REMOTE,
          DISABLED_WITHOUT_SERVER,
          CLOSE_TIMEOUT,
          POOL_DIR,
          POOL_IDLE_TIMEOUT,
          POOL_MAX_MEMBERS,
          POOL_ACQUIRE_TIMEOUT,
          POOL_LOCK_TIMEOUT,
          POOL_MAX_USES,
          SERVER_CLASSPATH,
          SERVER_VERSION,
          SERVER_JAVA_HOME,
          SERVER_DIRECTORY,
          SERVER_BOOT_TIMEOUT,
          SERVER_WORKLOAD,
          SERVER_WARM_UP,
          MAVEN_OFFLINE,
          MAVEN_SETTINGS,
          MAVEN_LOCAL_REPOSITORY);

  private final Function<String, Optional<String>> configurationParameters;
  private final Properties systemProperties;
  private final Map<String, String> environment;

  private Settings(
      Function<String, Optional<String>> configurationParameters,
      Properties systemProperties,
      Map<String, String> environment) {
    this.configurationParameters = configurationParameters;
    this.systemProperties = systemProperties;
    this.environment = environment;
  }

  static Settings of(
      Function<String, Optional<String>> configurationParameters,
      Properties systemProperties,
      Map<String, String> environment) {
    return new Settings(configurationParameters, systemProperties, Map.copyOf(environment));
  }

  /** Returns the settings of this process; the command line tool has no JUnit parameters. */
  static Settings ofProcess(Function<String, Optional<String>> configurationParameters) {
    return of(configurationParameters, System.getProperties(), System.getenv());
  }

  /**
   * Returns the value of a setting that has a default.
   *
   * @throws SettingException if its text is wrong
   * @throws IllegalStateException if it has no default and is not set
   */
  <T> T get(Setting<T> setting) {
    return find(setting)
        .orElseThrow(() -> new IllegalStateException(setting.key() + " is not set"));
  }

  /**
   * Returns the value of a setting, or empty if it is not set and has no default.
   *
   * @throws SettingException if its text is wrong
   */
  <T> Optional<T> find(Setting<T> setting) {
    return given(setting)
        .or(() -> setting.fallback().get().map(text -> new Given(text, SettingSource.DEFAULT)))
        .map(given -> parse(setting, given));
  }

  /** Returns where the value of a setting comes from. */
  SettingSource source(Setting<?> setting) {
    return given(setting).map(Given::source).orElse(SettingSource.DEFAULT);
  }

  /**
   * Returns one sentence for each key or variable of ours that is no setting, with the nearest one.
   *
   * @param parameterKeys keys of configuration parameters, as far as they are known
   */
  List<String> unknown(Iterable<String> parameterKeys) {
    SortedSet<String> warnings = new TreeSet<>();
    for (String key : parameterKeys) {
      if (systemProperties.getProperty(key) != null) {
        continue; // JUnit's configuration parameters include the system properties.
      }
      warnings.addAll(UnknownSetting.inKey(SettingSource.configurationParameter(key), key));
    }
    for (String key : systemProperties.stringPropertyNames()) {
      warnings.addAll(UnknownSetting.inKey(SettingSource.systemProperty(key), key));
    }
    for (String name : environment.keySet()) {
      warnings.addAll(UnknownSetting.inVariable(name));
    }
    return List.copyOf(warnings);
  }

  private Optional<Given> given(Setting<?> setting) {
    String key = setting.key();
    String property = systemProperties.getProperty(key);
    Optional<String> parameter = configurationParameters.apply(key).filter(t -> !t.isBlank());
    // JUnit's configuration parameters include the system properties.
    if (parameter.isPresent() && !parameter.get().equals(property)) {
      return parameter.map(t -> new Given(t, SettingSource.configurationParameter(key)));
    }
    if (property != null && !property.isBlank()) {
      return Optional.of(new Given(property, SettingSource.systemProperty(key)));
    }
    String variable = setting.variable();
    return Optional.ofNullable(environment.get(variable))
        .filter(text -> !text.isBlank())
        .map(text -> new Given(text, SettingSource.environmentVariable(variable)));
  }

  private static <T> T parse(Setting<T> setting, Given given) {
    try {
      return setting.type().parser().apply(given.text().strip());
    } catch (IllegalArgumentException e) {
      throw new SettingException(
          given.source() + " has the value '" + withoutToken(given.text()) + "': " + e.getMessage(),
          e);
    }
  }

  private static String withoutToken(String text) {
    return text.replaceAll("(?i)(token=)[^;]*", "$1***");
  }

  private record Given(String text, SettingSource source) {}
}
