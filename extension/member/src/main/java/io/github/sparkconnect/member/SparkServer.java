package io.github.sparkconnect.member;

import io.github.sparkconnect.pool.SparkMaster;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connect.service.SparkConnectService$;
import org.apache.spark.util.Utils$;

/** Spark with its Connect service, in this process. */
final class SparkServer {

  private static final SparkConnectService$ SERVICE = SparkConnectService$.MODULE$;

  private final SparkSession session;
  private final CatalogWatch catalogWatch;

  private SparkServer(SparkSession session, CatalogWatch catalogWatch) {
    this.session = session;
    this.catalogWatch = catalogWatch;
  }

  /** Starts both; returns when the service listens. */
  static SparkServer start(Map<String, String> conf) {
    requireMllib();
    if (new SparkMaster(conf.getOrDefault("spark.master", "")).isOnThisMachine()) {
      // Or Spark would look up the name of this machine, which may not resolve.
      Utils$.MODULE$.setCustomHostname(conf.getOrDefault("spark.driver.host", "localhost"));
    }
    SparkConf sparkConf = new SparkConf(false);
    conf.forEach(sparkConf::set);
    CatalogWatch watch = new CatalogWatch();
    SparkSession session =
        SparkSession.builder().config(sparkConf).withExtensions(watch.extension()).getOrCreate();
    SERVICE.start(session.sparkContext());
    return new SparkServer(session, watch);
  }

  /** Or each session would fail later, when it is released. */
  private static void requireMllib() {
    try {
      Class.forName(
          "org.apache.spark.ml.util.ConnectHelper", false, SparkServer.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          "spark-mllib is missing on the server's class path, and Spark Connect needs it", e);
    }
  }

  int port() {
    return SERVICE.localPort();
  }

  String version() {
    return session.version();
  }

  CatalogWatch catalogWatch() {
    return catalogWatch;
  }

  /** Returns the first session: what all sessions share is reached through it. */
  SparkSession session() {
    return session;
  }

  /** Runs a script in a session of its own: only what all sessions share is left of it. */
  void run(SqlScript script) {
    SparkSession scope = session.newSession();
    for (SqlScript.Statement statement : script.statements()) {
      try {
        scope.sql(statement.text()).collect();
      } catch (Exception e) { // Some of Spark's are checked, undeclared.
        throw new IllegalStateException(
            "the init script "
                + script.file()
                + " failed at line "
                + statement.line()
                + ": "
                + String.valueOf(e.getMessage()).strip(), // Spark's of a syntax error begin blank
            e);
      }
    }
  }

  /** Ends the context, for the sake of a cluster that would keep the application's executors. */
  void stop() {
    session.sparkContext().stop();
  }
}
