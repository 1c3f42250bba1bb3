package io.github.sparkconnect.pool;

import java.util.regex.Pattern;

/**
 * Spark's master URL, for what it says of where a server's work is done.
 *
 * @param url such as {@code local[2]}, {@code local-cluster[2,1,1024]} or {@code spark://host:7077}
 */
public record SparkMaster(String url) {

  private static final String CLUSTER_OF_ITS_OWN = "local-cluster[";

  /** Of a name that is looked up nowhere else. */
  private static final Pattern STANDALONE_HERE =
      Pattern.compile("spark://(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d+)?");

  /** Returns whether the server does its work itself. */
  public boolean isLocal() {
    return url.equals("local") || url.startsWith("local[");
  }

  /** Returns whether the server starts workers of its own, which want a {@code SPARK_HOME}. */
  public boolean startsWorkers() {
    return url.startsWith(CLUSTER_OF_ITS_OWN);
  }

  /** Returns whether no other machine has to reach the server. */
  public boolean isOnThisMachine() {
    return isLocal() || startsWorkers() || STANDALONE_HERE.matcher(url).matches();
  }

  /** Returns whether processes that others start do the work, and have Spark's own jars only. */
  public boolean isCluster() {
    return !isLocal() && !startsWorkers();
  }
}
