package io.github.sparkconnect.pool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Collects the inputs of a {@link Fingerprint} in a canonical, labelled form.
 *
 * <p>Every method but {@link #initScript} must be called once; {@link #build} names those that were
 * not, because a forgotten input would let a claimant accept a member that differs in it.
 *
 * <p>What is not an input, and why: session settings ({@code conf}), because each session has its
 * own; the number of the fork and its temp and report directories, because forks share members; the
 * test's own class path, because its classes travel with the session; the log directory, port,
 * token and pool directory, because they shape no result; {@code PATH} and other variables, see
 * {@link FingerprintEnvironment}.
 *
 * <p>A value that may hold a secret (its label or its text speaks of a password, secret, token,
 * credential or access key, or it is a URL with a password) is replaced by its hash. Not
 * thread-safe.
 */
public final class FingerprintBuilder {

  private static final Pattern SECRET =
      Pattern.compile(
          "secret|passw|pwd|token|credential|api.?key|access.?key|private.?key|://[^/@\\s]*:[^/@\\s]*@",
          Pattern.CASE_INSENSITIVE);
  private static final List<String> MANDATORY =
      List.of(
          "environment",
          "javaHome",
          "jvmArgs",
          "locale",
          "master",
          "serverClassPath",
          "serverConf",
          "sparkVersion",
          "timeZone",
          "workingDirectory");

  private final SortedMap<String, String> inputs = new TreeMap<>();
  private final SortedSet<String> missing = new TreeSet<>(MANDATORY);
  private int initScripts;

  FingerprintBuilder() {}

  /** The Spark master, such as {@code local[2]}. */
  public FingerprintBuilder master(String master) {
    return given("master").put("master", master);
  }

  /**
   * The settings of the server. Their order does not matter, and neither does how a value is
   * written down: the number {@code 1} is the text {@code "1"}.
   */
  public FingerprintBuilder serverConf(Map<String, ?> conf) {
    conf.forEach((key, value) -> put("serverConf." + key, String.valueOf(value)));
    return given("serverConf");
  }

  /** The versions of the server's Spark and Scala and of this product. */
  public FingerprintBuilder versions(String spark, String scala, String own) {
    return given("sparkVersion")
        .put("sparkVersion", spark)
        .put("scalaVersion", scala)
        .put("ownVersion", own);
  }

  /** The content of the server's class path, from {@link ContentHashes#classPath}. */
  public FingerprintBuilder serverClassPath(String contentHash) {
    return given("serverClassPath").put("serverClassPath", contentHash);
  }

  /** The Java that the server runs on. */
  public FingerprintBuilder java(Path home, String version) {
    return given("javaHome")
        .put("javaHome", home.toAbsolutePath().normalize().toString())
        .put("javaVersion", version);
  }

  /** The arguments of the server's JVM, in their order (of two that clash the later one wins). */
  public FingerprintBuilder jvmArgs(List<String> arguments) {
    StringBuilder line = new StringBuilder();
    for (String argument : arguments) {
      // Quoted, so that one argument with a space is not two.
      line.append(line.isEmpty() ? "" : " ")
          .append(safe("jvmArgs", argument).replace("\\", "\\\\").replace(" ", "\\ "));
    }
    inputs.put("jvmArgs", line.toString());
    return given("jvmArgs");
  }

  /** The directory that relative paths resolve against on the server. */
  public FingerprintBuilder workingDirectory(Path directory) {
    return given("workingDirectory")
        .put("workingDirectory", directory.toAbsolutePath().normalize().toString());
  }

  /** The content of one init script; scripts run in the order of these calls. */
  public FingerprintBuilder initScript(String content) {
    initScripts++;
    return put("initScript." + initScripts, "sha256:" + Sha256.hex(content.getBytes(UTF_8)));
  }

  /** The time zone, locale and default encoding that the server gets. */
  public FingerprintBuilder regional(ZoneId timeZone, Locale locale, Charset encoding) {
    return given("timeZone")
        .given("locale")
        .put("timeZone", timeZone.getId())
        .put("locale", locale.toLanguageTag())
        .put("encoding", encoding.name());
  }

  /**
   * The environment that the server is started with, of which the variables in {@link
   * FingerprintEnvironment} count. Unset and empty are not the same.
   */
  public FingerprintBuilder environment(Map<String, String> environment) {
    for (String name : FingerprintEnvironment.VARIABLES) {
      if (environment.containsKey(name)) {
        put("environment." + name, String.valueOf(environment.get(name)));
      }
    }
    return given("environment");
  }

  /**
   * Returns the fingerprint.
   *
   * @throws IllegalStateException if an input was not given
   */
  public Fingerprint build() {
    if (!missing.isEmpty()) {
      throw new IllegalStateException("a fingerprint needs all its inputs, but lacks: " + missing);
    }
    return Fingerprint.of(inputs);
  }

  private FingerprintBuilder given(String group) {
    missing.remove(group);
    return this;
  }

  private FingerprintBuilder put(String label, String value) {
    inputs.put(label, safe(label, value));
    return this;
  }

  private static String safe(String label, String value) {
    return SECRET.matcher(label).find() || SECRET.matcher(value).find()
        ? "sha256:" + Sha256.hex(value.getBytes(UTF_8))
        : value;
  }
}
