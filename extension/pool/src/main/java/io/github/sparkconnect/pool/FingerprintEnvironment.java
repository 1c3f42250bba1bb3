package io.github.sparkconnect.pool;

import java.util.List;

/**
 * The environment variables that shape a Spark server, and so are part of a fingerprint.
 *
 * <p>The list is curated, not complete: a fingerprint over the whole environment would keep every
 * two shells apart (terminal, session and build variables). A variable is listed if a server
 * started with another value would answer differently, or if a user who sets it would expect it to.
 *
 * <p>Left out on purpose:
 *
 * <ul>
 *   <li>{@code PATH}: the known omission. Java is named by its home and not looked up there, but
 *       which {@code python3} a server finds can depend on it. It differs between an IDE, a shell
 *       and a build daemon of the same user, so that listing it would end sharing between them. Who
 *       depends on it sets {@code PYSPARK_PYTHON}.
 *   <li>{@code SPARK_REMOTE}, {@code SPARK_LOCAL_REMOTE}, {@code SPARK_CONNECT_MODE*}, {@code
 *       SPARK_API_MODE} and {@code CLASSPATH}: removed before a member starts.
 *   <li>{@code JAVA_TOOL_OPTIONS}, {@code JDK_JAVA_OPTIONS} and {@code _JAVA_OPTIONS}: they carry
 *       debug and coverage agents, which differ by run and are removed before a member starts. What
 *       should keep members apart belongs into {@code jvmArgs}.
 *   <li>{@code SPARK_LOCAL_DIRS}, {@code TMPDIR} and other places for scratch: every member has its
 *       own inside its directory, and forks may have different ones.
 *   <li>{@code TZ}, {@code LANG}, {@code LC_*}: the time zone, locale and encoding of the test's
 *       JVM are inputs of their own, which is what the member gets.
 * </ul>
 */
final class FingerprintEnvironment {

  /** Every listed variable, with what it changes. */
  static final List<String> VARIABLES =
      List.of(
          // Where spark-defaults.conf and log4j2.properties come from; honoured by our launcher.
          "SPARK_CONF_DIR",
          // The Java that Spark's scripts and child processes run.
          "JAVA_HOME",
          // Where Spark looks for its jars, its Python files and conf/.
          "SPARK_HOME",
          // The Hadoop client's configuration: file systems, users, metastore.
          "HADOOP_CONF_DIR",
          // Python workers. Both raw values and not the one that wins: the server resolves the two
          // in one order for the driver and in another for workers.
          "PYSPARK_PYTHON",
          "PYSPARK_DRIVER_PYTHON",
          // What those workers can import.
          "PYTHONPATH",
          // Read by Spark's shell launchers and not by ours: they shape nothing here, but who sets
          // them means another server, so they merely keep members apart.
          "SPARK_DIST_CLASSPATH",
          "SPARK_DAEMON_MEMORY",
          "SPARK_DRIVER_MEMORY",
          "SPARK_SUBMIT_OPTS",
          "SPARK_DAEMON_JAVA_OPTS");

  private FingerprintEnvironment() {}
}
