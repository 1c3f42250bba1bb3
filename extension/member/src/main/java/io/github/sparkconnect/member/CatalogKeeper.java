package io.github.sparkconnect.member;

import io.github.sparkconnect.member.CatalogState.Name;
import io.github.sparkconnect.member.CatalogState.Table;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.catalog.CatalogDatabase;
import org.apache.spark.sql.catalyst.catalog.CatalogFunction;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalog;
import org.apache.spark.sql.classic.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Keeps databases, tables, views and functions of the session catalog.
 *
 * <p>What is new is dropped. Views, functions, statistics and a database's properties come back as
 * they were. A fixture table that was changed or dropped does not: its data may be large, and only
 * the init script knows how to make it.
 */
final class CatalogKeeper implements Keeper {

  private final ExternalCatalog catalog;
  private final Path own;
  private final CatalogState baseline;
  private final Map<Name, Path> fixtures = new TreeMap<>();
  private final Map<Name, FileSnapshot> data = new TreeMap<>();

  /**
   * @param own the member's directory: only in there may folders be deleted
   */
  CatalogKeeper(SparkSession shared, Path own) {
    this.catalog = shared.sharedState().externalCatalog();
    this.own = own;
    this.baseline = CatalogState.of(catalog);
    baseline.tables().forEach(this::keepData);
  }

  /** Returns the folders whose content is kept here. */
  Set<Path> fixtureFolders() {
    return new HashSet<>(fixtures.values());
  }

  /** Returns the qualified and quoted names of the baseline's tables and views. */
  List<String> tableNames() {
    return baseline.tables().keySet().stream().map(Name::quoted).toList();
  }

  @Override
  public List<Difference> differences() {
    CatalogState now = CatalogState.of(catalog);
    List<Difference> differences = new ArrayList<>();
    for (Name name : Changes.between(baseline.functions(), now.functions())) {
      differences.add(
          function(name, baseline.functions().get(name), now.functions().containsKey(name)));
    }
    for (Name name : Changes.between(baseline.tables(), now.tables())) {
      differences.add(table(name, baseline.tables().get(name), now.tables().get(name)));
    }
    for (String name : Changes.between(baseline.databases(), now.databases())) {
      differences.add(
          database(name, baseline.databases().get(name), now.databases().containsKey(name)));
    }
    data.forEach(
        (name, before) -> {
          Set<Path> changed =
              Changes.between(before.entries(), FileSnapshot.of(fixture(name)).entries());
          if (!changed.isEmpty()) {
            differences.add(
                Difference.permanent(
                    "changed fixture tables",
                    name + " (" + changed.size() + " files, " + changed.iterator().next() + ")"));
          }
        });
    return differences;
  }

  private Difference function(Name name, @Nullable CatalogFunction before, boolean exists) {
    return new Difference(
        "functions",
        name.toString(),
        () -> {
          if (exists) {
            catalog.dropFunction(name.database(), name.name());
          }
          if (before != null) {
            catalog.createFunction(name.database(), before);
          }
        });
  }

  private Difference table(Name name, @Nullable Table before, @Nullable Table now) {
    if (before == null) {
      return new Difference(
          now != null && now.isView() ? "views" : "tables", name.toString(), () -> drop(name));
    }
    if (before.isView()) {
      return new Difference(
          "views",
          name.toString(),
          () -> {
            drop(name);
            catalog.createTable(before.metadata(), true);
          });
    }
    if (now != null && before.sameDefinition(now)) {
      return new Difference(
          "table statistics",
          name.toString(),
          () -> catalog.alterTableStats(name.database(), name.name(), before.metadata().stats()));
    }
    return Difference.permanent(
        "changed fixture tables", name + (now == null ? " (dropped)" : " (altered)"));
  }

  private void drop(Name name) {
    catalog.dropTable(name.database(), name.name(), true, true);
  }

  private Difference database(String name, @Nullable CatalogDatabase before, boolean exists) {
    return new Difference(
        "databases",
        name,
        () -> {
          if (before == null) {
            dropDatabase(name);
          } else if (exists) {
            catalog.alterDatabase(before);
          } else {
            catalog.createDatabase(before, true);
          }
        });
  }

  /** Spark deletes a database's folder with it, and somebody's data may be there. */
  private void dropDatabase(String name) {
    CatalogDatabase database = catalog.getDatabase(name);
    if (!isOwn(database.locationUri())) {
      URI nothing = own.resolve("no-database").toUri();
      catalog.alterDatabase(
          database.copy(name, database.description(), nothing, database.properties()));
      requireMoved(catalog.getDatabase(name).locationUri(), nothing, database.locationUri());
    }
    catalog.dropDatabase(name, true, true);
  }

  /** A catalog may ignore that a database is to be elsewhere. */
  static void requireMoved(URI location, URI wanted, URI spared) {
    if (!location.equals(wanted)) {
      throw new IllegalStateException("its folder cannot be spared: " + spared);
    }
  }

  private boolean isOwn(URI location) {
    return isFile(location) && Path.of(location.getPath()).normalize().startsWith(own);
  }

  private static boolean isFile(URI location) {
    return location.getScheme() == null || location.getScheme().equals("file");
  }

  private void keepData(Name name, Table table) {
    URI location =
        table.isView() ? null : table.metadata().storage().locationUri().getOrElse(() -> null);
    if (location != null && isFile(location)) {
      Path folder = Path.of(location.getPath());
      fixtures.put(name, folder);
      data.put(name, FileSnapshot.of(folder));
    }
  }

  private Path fixture(Name name) {
    Path folder = fixtures.get(name);
    if (folder == null) {
      throw new IllegalStateException("no fixture: " + name);
    }
    return folder;
  }
}
