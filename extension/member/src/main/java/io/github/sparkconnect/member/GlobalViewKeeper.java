package io.github.sparkconnect.member;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.catalog.GlobalTempViewManager;
import org.apache.spark.sql.catalyst.catalog.TemporaryViewRelation;
import org.apache.spark.sql.classic.SparkSession;

/** Keeps the global temporary views; those of an init script come back if they were replaced. */
final class GlobalViewKeeper implements Keeper {

  private final GlobalTempViewManager manager;
  private final Map<String, TemporaryViewRelation> views;

  GlobalViewKeeper(SparkSession shared) {
    this.manager = shared.sharedState().globalTempViewManager();
    this.views = views();
  }

  @Override
  public List<Difference> differences() {
    List<Difference> differences = new ArrayList<>();
    for (String name : Changes.between(views, views())) {
      TemporaryViewRelation view = views.get(name);
      differences.add(
          new Difference(
              "global temporary views",
              name,
              view == null ? () -> manager.remove(name) : () -> manager.create(name, view, true)));
    }
    return differences;
  }

  private Map<String, TemporaryViewRelation> views() {
    Map<String, TemporaryViewRelation> found = new HashMap<>();
    for (String name : SparkInternals.javaList(manager.listViewNames("*"))) {
      manager.get(name).foreach(view -> found.put(name, view));
    }
    return found;
  }
}
