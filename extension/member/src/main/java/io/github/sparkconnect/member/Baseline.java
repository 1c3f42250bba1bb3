package io.github.sparkconnect.member;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.classic.SparkSession;

/**
 * A member's state when it was published, and how to come back to it.
 *
 * <p>Captured once, after the init scripts and before anybody can claim the member.
 */
final class Baseline {

  private final SparkSession shared;
  private final Health health;
  private final List<Keeper> keepers;

  private Baseline(SparkSession shared, Health health, List<Keeper> keepers) {
    this.shared = shared;
    this.health = health;
    this.keepers = keepers;
  }

  static Baseline capture(SparkServer server, MemberFiles files) {
    SparkSession shared = server.session();
    CatalogKeeper catalog = new CatalogKeeper(shared, files.directory());
    return new Baseline(
        shared,
        new Health(shared.sparkContext(), files),
        List.of(
            new GlobalViewKeeper(shared),
            catalog,
            // After what it caches.
            new CacheKeeper(shared, catalog.tableNames()),
            new WarehouseKeeper(files.warehouse(), catalog.fixtureFolders()),
            // After the cache, whose entries hold clones of sessions.
            new ArtifactKeeper(shared),
            new SharedContextKeeper(shared),
            server.catalogWatch(),
            new JvmKeeper()));
  }

  /** Restores this baseline, except for the caller's own session. */
  synchronized Reset restore(RunningWorkKeeper.Caller caller) {
    List<Keeper> all = new ArrayList<>();
    all.add(new RunningWorkKeeper(shared, caller));
    all.addAll(keepers);
    Reset reset = new Reset();
    reset.run(all);
    return reset;
  }

  Health health() {
    return health;
  }
}
