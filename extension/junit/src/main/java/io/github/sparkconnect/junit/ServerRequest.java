package io.github.sparkconnect.junit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * What a test class asks of a server, as written in its annotation or with the builder; what is
 * empty or {@code DEFAULT} is for the settings to decide.
 */
record ServerRequest(
    String master,
    Map<String, String> conf,
    Map<String, String> serverConf,
    List<String> packages,
    List<String> artifacts,
    List<String> init,
    List<String> jvmArgs,
    SessionScope session,
    Reuse reuse,
    String remote,
    boolean disabledWithoutServer) {

  ServerRequest {
    conf = Collections.unmodifiableMap(new LinkedHashMap<>(conf));
    serverConf = Collections.unmodifiableMap(new LinkedHashMap<>(serverConf));
    packages = List.copyOf(packages);
    artifacts = List.copyOf(artifacts);
    init = List.copyOf(init);
    jvmArgs = List.copyOf(jvmArgs);
  }

  /**
   * Returns this request if it makes sense.
   *
   * @throws ExtensionConfigurationException if parts of it are not spelt right or exclude each
   *     other
   */
  ServerRequest checked() {
    checkKeys("conf", conf);
    checkKeys("serverConf", serverConf);
    if (!master.isEmpty() && master.isBlank()) {
      throw new ExtensionConfigurationException(
          "'master' of @SparkConnectServer is blank: name a Spark master such as local[2], or leave"
              + " it out");
    }
    if (!remote.isEmpty()) {
      checkRemote();
    }
    return this;
  }

  private static void checkKeys(String attribute, Map<String, String> pairs) {
    if (pairs.keySet().stream().anyMatch(String::isBlank)) {
      throw new ExtensionConfigurationException(
          "'" + attribute + "' of @SparkConnectServer has an entry with a blank key");
    }
  }

  private void checkRemote() {
    try {
      Remote.parse(remote);
    } catch (IllegalArgumentException e) {
      throw new ExtensionConfigurationException(
          "'remote' of @SparkConnectServer is wrong: " + e.getMessage(), e);
    }
    List<String> useless = serverAttributes();
    if (!useless.isEmpty()) {
      throw new ExtensionConfigurationException(
          "@SparkConnectServer has 'remote' and also "
              + String.join(", ", useless)
              + ": nothing of that can be chosen for a server that somebody else runs. Keep the one"
              + " or the other.");
    }
  }

  /** The attributes that are set and shape a server or what becomes of it. */
  List<String> serverAttributes() {
    List<String> set = new ArrayList<>();
    if (!master.isEmpty()) {
      set.add("'master'");
    }
    if (!serverConf.isEmpty()) {
      set.add("'serverConf'");
    }
    if (!packages.isEmpty()) {
      set.add("'packages'");
    }
    if (!init.isEmpty()) {
      set.add("'init'");
    }
    if (!jvmArgs.isEmpty()) {
      set.add("'jvmArgs'");
    }
    if (reuse != Reuse.DEFAULT) {
      set.add("'reuse'");
    }
    return set;
  }

  /**
   * @throws ExtensionConfigurationException if an entry is not {@code key=value}
   */
  static ServerRequest of(SparkConnectServer annotation) {
    return new ServerRequest(
        annotation.master(),
        pairs("conf", annotation.conf()),
        pairs("serverConf", annotation.serverConf()),
        Arrays.asList(annotation.packages()),
        Arrays.asList(annotation.artifacts()),
        Arrays.asList(annotation.init()),
        Arrays.asList(annotation.jvmArgs()),
        annotation.session(),
        annotation.reuse(),
        annotation.remote(),
        annotation.disabledWithoutServer());
  }

  /** Splits each entry at its first equals sign. */
  static Map<String, String> pairs(String attribute, String... entries) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String entry : entries) {
      int equals = entry.indexOf('=');
      if (equals <= 0) {
        throw new ExtensionConfigurationException(
            "Each entry of @SparkConnectServer("
                + attribute
                + " = ...) must be 'key=value', but was: '"
                + entry
                + "'");
      }
      String key = entry.substring(0, equals).trim();
      String former = pairs.put(key, entry.substring(equals + 1).trim());
      if (former != null) {
        throw new ExtensionConfigurationException(
            "@SparkConnectServer(" + attribute + " = ...) sets '" + key + "' twice");
      }
    }
    return pairs;
  }
}
