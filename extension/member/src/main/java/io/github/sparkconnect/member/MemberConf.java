package io.github.sparkconnect.member;

import io.github.sparkconnect.pool.LaunchSpec;
import io.github.sparkconnect.pool.SparkMaster;
import java.io.IOException;
import java.io.Reader;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes the Spark configuration of a member.
 *
 * <p>From the strongest: what must hold for every member, such as the loopback address; the launch
 * specification; {@code spark.*} system properties, from the JVM arguments; {@code
 * spark-defaults.conf} in {@code SPARK_CONF_DIR}, which only Spark's shell scripts would read; and
 * what suits a server for tests.
 */
final class MemberConf {

  /** Stands for the member's own directory, which goes with it. */
  private static final String DIRECTORY = "${member.directory}";

  private MemberConf() {}

  static SortedMap<String, String> of(
      LaunchSpec spec, MemberFiles files, Map<String, String> environment) throws IOException {
    SortedMap<String, String> conf = new TreeMap<>(testDefaults(spec.master(), files));
    conf.putAll(sparkDefaults(environment));
    System.getProperties()
        .forEach((name, value) -> putIfSpark(conf, name.toString(), value.toString()));
    conf.putAll(spec.conf());
    conf.putAll(musts(spec.master()));
    conf.replaceAll((name, value) -> value.replace(DIRECTORY, files.directory().toString()));
    return conf;
  }

  /** What a test server is better with; each can be set otherwise. */
  private static Map<String, String> testDefaults(String master, MemberFiles files) {
    SortedMap<String, String> conf = new TreeMap<>();
    conf.put("spark.app.name", "spark-connect-junit");
    conf.put("spark.sql.warehouse.dir", files.warehouse().toString());
    conf.put("spark.local.dir", files.scratch().toString());
    conf.put("spark.jars.ivy", files.ivy().toString());
    conf.put("spark.ui.enabled", "false");
    conf.put("spark.ui.showConsoleProgress", "false");
    // A session must not expire because its test waits in a debugger.
    conf.put("spark.connect.session.manager.defaultSessionTimeout", "24h");
    // Spark's default waits for ever for a stream that does not stop.
    conf.put("spark.sql.streaming.stopTimeout", "5s");
    // Small queries: partitions cost more than they save.
    conf.put("spark.sql.shuffle.partitions", "4");
    // Spark would start up to 1024 and 128 threads, and keep them for a minute.
    conf.put("spark.sql.shuffleExchange.maxThreadThreshold", "32");
    conf.put("spark.sql.broadcastExchange.maxThreadThreshold", "32");
    conf.put("spark.sql.resultQueryStage.maxThreadThreshold", "32");
    // What only the UI would show must not fill the heap over hundreds of test classes.
    conf.put("spark.ui.retainedJobs", "20");
    conf.put("spark.ui.retainedStages", "20");
    conf.put("spark.ui.retainedTasks", "200");
    conf.put("spark.sql.ui.retainedExecutions", "5");
    conf.put("spark.sql.connect.ui.retainedSessions", "5");
    conf.put("spark.sql.connect.ui.retainedStatements", "5");
    SparkMaster where = new SparkMaster(master);
    if (where.isOnThisMachine()) {
      // Odd and unresolvable host names do not matter then.
      String loopback = InetAddress.getLoopbackAddress().getHostAddress();
      conf.put("spark.driver.host", loopback);
      conf.put("spark.driver.bindAddress", loopback);
    }
    if (where.isLocal()) {
      conf.put("spark.rpc.netty.dispatcher.numThreads", "2");
    }
    return conf;
  }

  /** What cannot be set otherwise. */
  private static Map<String, String> musts(String master) throws UnknownHostException {
    return Map.of(
        "spark.master",
        master,
        "spark.connect.grpc.binding.address",
        localhost().getHostAddress(),
        "spark.connect.grpc.binding.port",
        "0");
  }

  /** Clients connect to the name, so the address is what the name resolves to. */
  private static InetAddress localhost() throws UnknownHostException {
    InetAddress address = InetAddress.getByName("localhost");
    if (!address.isLoopbackAddress()) {
      throw new UnknownHostException(
          "localhost resolves to " + address.getHostAddress() + ", which is no loopback address");
    }
    return address;
  }

  private static Map<String, String> sparkDefaults(Map<String, String> environment)
      throws IOException {
    SortedMap<String, String> conf = new TreeMap<>();
    String folder = environment.getOrDefault("SPARK_CONF_DIR", "");
    Path file = Path.of(folder, "spark-defaults.conf");
    if (!folder.isBlank() && Files.isReadable(file)) {
      Properties properties = new Properties();
      try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
        properties.load(reader);
      }
      properties.forEach(
          (name, value) -> putIfSpark(conf, name.toString(), value.toString().strip()));
    }
    return conf;
  }

  private static void putIfSpark(Map<String, String> conf, String name, String value) {
    if (name.startsWith("spark.")) {
      conf.put(name, value);
    }
  }
}
