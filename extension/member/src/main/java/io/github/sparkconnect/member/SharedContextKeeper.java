package io.github.sparkconnect.member;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.classic.SparkSession;
import scala.Option;

/**
 * Keeps what is in the one context that all sessions share: the Hadoop configuration, the
 * checkpoint folder, and jars and files, which Spark can add but not remove.
 */
final class SharedContextKeeper implements Keeper {

  private final SparkSession shared;
  private final Set<String> resources;
  private final Map<String, String> hadoop;
  private final Option<String> checkpoints;

  SharedContextKeeper(SparkSession shared) {
    this.shared = shared;
    this.resources = resources();
    this.hadoop = hadoop();
    this.checkpoints = context().getCheckpointDir();
  }

  @Override
  public List<Difference> differences() {
    List<Difference> differences = new ArrayList<>();
    Set<String> added = resources();
    added.removeAll(resources);
    for (String resource : added) {
      differences.add(
          Difference.permanent("jars and files added to the shared class loader", resource));
    }
    for (String name : Changes.between(hadoop, hadoop())) {
      differences.add(
          new Difference("Hadoop settings", name, () -> setHadoop(name, hadoop.get(name))));
    }
    if (!Objects.equals(checkpoints, context().getCheckpointDir())) {
      differences.add(
          new Difference(
              "checkpoint folders",
              context().getCheckpointDir().toString(),
              () -> context().checkpointDir_$eq(checkpoints)));
    }
    return differences;
  }

  private Set<String> resources() {
    Set<String> found = new HashSet<>(SparkInternals.javaList(context().listJars()));
    found.addAll(SparkInternals.javaList(context().listFiles()));
    found.addAll(SparkInternals.javaList(context().listArchives()));
    Arrays.stream(shared.sharedState().jarClassLoader().getURLs())
        .forEach(url -> found.add(url.toString()));
    return found;
  }

  private Map<String, String> hadoop() {
    Map<String, String> copy = new HashMap<>();
    configuration().forEach(entry -> copy.put(entry.getKey(), entry.getValue()));
    return copy;
  }

  private void setHadoop(String name, @org.jspecify.annotations.Nullable String value) {
    if (value == null) {
      configuration().unset(name);
    } else {
      configuration().set(name, value);
    }
  }

  private Configuration configuration() {
    return context().hadoopConfiguration();
  }

  private SparkContext context() {
    return shared.sparkContext();
  }
}
