package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.SparkMaster;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a server is to be, as the user asked for it; where it is silent the settings decide.
 *
 * @param master Spark's master URL
 * @param serverConf Spark's configuration
 * @param packages Maven coordinates on the class path
 * @param init SQL scripts, paths or {@code classpath:} resources, run in this order
 * @param jvmArgs options of the JVM
 */
record ServerSpec(
    String master,
    SortedMap<String, String> serverConf,
    List<String> packages,
    List<String> init,
    List<String> jvmArgs) {

  ServerSpec {
    serverConf = Collections.unmodifiableSortedMap(new TreeMap<>(serverConf));
    packages = List.copyOf(packages);
    init = List.copyOf(init);
    jvmArgs = List.copyOf(jvmArgs);
  }

  /** Returns what its master says of where the work is done. */
  SparkMaster sparkMaster() {
    return new SparkMaster(master);
  }
}
