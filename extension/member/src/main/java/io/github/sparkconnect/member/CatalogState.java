package io.github.sparkconnect.member;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.catalog.CatalogDatabase;
import org.apache.spark.sql.catalyst.catalog.CatalogFunction;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTableType;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalog;
import scala.Option;

/**
 * What the session catalog ({@code spark_catalog}) held at one moment.
 *
 * @param databases by name
 * @param tables by database and name, views included
 * @param functions the permanent ones, by database and name
 */
record CatalogState(
    Map<String, CatalogDatabase> databases,
    Map<Name, Table> tables,
    Map<Name, CatalogFunction> functions) {

  /** A name within a database. */
  record Name(String database, String name) implements Comparable<Name> {
    @Override
    public int compareTo(Name other) {
      int order = database.compareTo(other.database);
      return order != 0 ? order : name.compareTo(other.name);
    }

    /** As it is written in SQL. */
    String quoted() {
      return "`" + database.replace("`", "``") + "`.`" + name.replace("`", "``") + "`";
    }

    @Override
    public String toString() {
      return database + "." + name;
    }
  }

  /**
   * A table or view.
   *
   * @param definition everything about it but its statistics, by field name
   */
  record Table(CatalogTable metadata, Map<String, Object> definition, List<String> partitions) {

    boolean isView() {
      return metadata.tableType().equals(CatalogTableType.VIEW());
    }

    boolean sameDefinition(Table other) {
      return definition.equals(other.definition) && partitions.equals(other.partitions);
    }

    boolean sameStatistics(Table other) {
      return Objects.equals(metadata.stats(), other.metadata.stats());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Table table && sameDefinition(table) && sameStatistics(table);
    }

    @Override
    public int hashCode() {
      return definition.hashCode();
    }
  }

  static CatalogState of(ExternalCatalog catalog) {
    Map<String, CatalogDatabase> databases = new TreeMap<>();
    Map<Name, Table> tables = new TreeMap<>();
    Map<Name, CatalogFunction> functions = new TreeMap<>();
    for (String database : SparkInternals.javaList(catalog.listDatabases())) {
      databases.put(database, catalog.getDatabase(database));
      for (String table : SparkInternals.javaList(catalog.listTables(database))) {
        tables.put(new Name(database, table), table(catalog, database, table));
      }
      for (String name : SparkInternals.javaList(catalog.listFunctions(database, "*"))) {
        functions.put(new Name(database, name), catalog.getFunction(database, name));
      }
    }
    return new CatalogState(databases, tables, functions);
  }

  private static Table table(ExternalCatalog catalog, String database, String name) {
    CatalogTable table = catalog.getTable(database, name);
    return new Table(
        table,
        definition(table),
        table.tracksPartitionsInCatalog()
            ? SparkInternals.javaList(catalog.listPartitionNames(database, name, Option.empty()))
            : List.of());
  }

  /** Field by field, because the fields differ between Spark's versions. */
  private static Map<String, Object> definition(CatalogTable table) {
    Map<String, Object> definition = new HashMap<>();
    for (int i = 0; i < table.productArity(); i++) {
      definition.put(table.productElementName(i), table.productElement(i));
    }
    definition.remove("stats");
    definition.remove("lastAccessTime");
    return definition;
  }
}
