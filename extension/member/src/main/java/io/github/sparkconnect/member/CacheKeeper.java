package io.github.sparkconnect.member;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.CacheManager;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Keeps nothing cached: neither plans (tables, views, datasets) nor persisted RDDs, such as those
 * of local checkpoints.
 *
 * <p>What an init script cached is cached again on first use, by name.
 */
final class CacheKeeper implements Keeper {

  private final SparkSession shared;
  private final List<String> tables;
  private List<Object> plans;
  private final Set<Object> rdds;

  /**
   * @param tables the qualified and quoted names of all tables there are
   */
  CacheKeeper(SparkSession shared, List<String> tables) {
    this.shared = shared;
    this.plans = plans();
    this.rdds = persisted();
    this.tables =
        plans.isEmpty() ? List.of() : tables.stream().filter(shared.catalog()::isCached).toList();
  }

  @Override
  public List<Difference> differences() {
    List<Difference> differences = new ArrayList<>();
    List<Object> plansNow = plans();
    if (!plansNow.equals(plans)) {
      differences.add(new Difference("cached data", plansNow.size() + " entries", this::clear));
    }
    for (Object rdd : persisted()) {
      if (!rdds.contains(rdd)) {
        differences.add(
            new Difference(
                "persisted RDDs",
                rdd.toString(),
                () -> context().unpersistRDD(((Number) rdd).intValue(), false)));
      }
    }
    return differences;
  }

  private void clear() {
    cache().clearCache();
    for (String table : tables) {
      shared.sql("CACHE LAZY TABLE " + table);
    }
    plans = plans();
  }

  private List<Object> plans() {
    return SparkInternals.cachedPlans(cache());
  }

  private CacheManager cache() {
    return shared.sharedState().cacheManager();
  }

  private SparkContext context() {
    return shared.sparkContext();
  }

  /** The RDDs that no cached plan holds. */
  private Set<Object> persisted() {
    Set<Object> ids =
        new HashSet<>(CollectionConverters.asJava(context().getPersistentRDDs().keySet()));
    if (!ids.isEmpty()) {
      ids.removeAll(SparkInternals.cachedRdds(cache()));
    }
    return ids;
  }
}
