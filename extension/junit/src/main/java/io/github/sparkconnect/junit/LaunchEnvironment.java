package io.github.sparkconnect.junit;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes the environment of a server of that of a test JVM, in place, so that variables that are not
 * touched stay as they are, byte by byte.
 */
final class LaunchEnvironment {

  static final String TOKEN = "SPARK_CONNECT_AUTHENTICATE_TOKEN";

  /** Lines of options that every JVM reads. */
  static final List<String> OPTION_LINES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /** The prefix of what would turn a server into a client, or into one of another kind. */
  private static final String CONNECT_MODE = "SPARK_CONNECT_MODE";

  private static final Set<String> REMOVED =
      Set.of(
          "SPARK_REMOTE",
          "SPARK_LOCAL_REMOTE",
          "SPARK_API_MODE",
          "CLASSPATH",
          // Stronger than spark.local.dir, which is inside the member's directory.
          "SPARK_LOCAL_DIRS",
          "SPARK_EXECUTOR_DIRS",
          "LOCAL_DIRS",
          // Makes Spark believe that YARN runs it; some CI systems set it.
          "CONTAINER_ID");

  private LaunchEnvironment() {}

  /** Removes what must not reach a server. */
  static void scrub(Map<String, String> environment) {
    environment.keySet().removeIf(n -> REMOVED.contains(n) || n.startsWith(CONNECT_MODE));
    for (String name : OPTION_LINES) {
      String line = environment.get(name);
      if (line == null) {
        continue;
      }
      String kept = JavaOptions.withoutAgents(line);
      if (kept.isEmpty()) {
        environment.remove(name);
      } else if (!kept.equals(line)) {
        environment.put(name, kept);
      }
    }
  }

  /**
   * Keeps Spark from asking for the host's name, which may be odd or unresolvable. Not for a
   * cluster, whose machines have to reach the server.
   */
  static void bindToLoopback(Map<String, String> environment, String address) {
    environment.put("SPARK_LOCAL_IP", address);
    environment.put("SPARK_LOCAL_HOSTNAME", "localhost");
    environment.remove("SPARK_PUBLIC_DNS");
  }
}
