package io.github.sparkconnect.member;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.classic.SparkSession;
import scala.Function1;
import scala.runtime.BoxedUnit;

/**
 * Notices which catalogs sessions load, because what they then store there is out of our sight, and
 * the sessions that could tell are closed when the member is cleaned.
 *
 * <p>It is a check rule: Spark calls it for every plan that it has analysed, in the session's
 * thread, so it only looks at names.
 */
final class CatalogWatch implements Keeper {

  private static final String SESSION_CATALOG = "spark_catalog";
  private static final String SESSION_CATALOG_CONF = "spark.sql.catalog.spark_catalog";

  private final Set<String> loaded = ConcurrentHashMap.newKeySet();

  /** What is to be given to the builder of the first session; all others inherit it. */
  Function1<SparkSessionExtensions, BoxedUnit> extension() {
    return extensions -> {
      extensions.injectCheckRule(session -> plan -> look((SparkSession) session));
      return BoxedUnit.UNIT;
    };
  }

  private BoxedUnit look(SparkSession session) {
    for (String name : SparkInternals.loadedCatalogs(session)) {
      if (!name.equals(SESSION_CATALOG)) {
        loaded.add(name);
      }
    }
    String implementation = session.sessionState().conf().getConfString(SESSION_CATALOG_CONF, "");
    String atLaunch = session.sparkContext().conf().get(SESSION_CATALOG_CONF, implementation);
    if (!implementation.equals(atLaunch)) {
      loaded.add(SESSION_CATALOG + " as " + implementation);
    }
    return BoxedUnit.UNIT;
  }

  @Override
  public List<Difference> differences() {
    return loaded.stream()
        .map(name -> Difference.permanent("catalogs that cannot be cleaned", name))
        .toList();
  }
}
