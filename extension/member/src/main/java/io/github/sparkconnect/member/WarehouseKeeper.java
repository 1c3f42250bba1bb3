package io.github.sparkconnect.member;

import io.github.sparkconnect.member.FileSnapshot.Stamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps the warehouse folder: what no table owns any more, such as the half of a table whose query
 * was killed, would make the next table of that name fail.
 *
 * <p>The folders of fixture tables are not looked into; {@link CatalogKeeper} does that.
 */
final class WarehouseKeeper implements Keeper {

  private final Path warehouse;
  private final Set<Path> fixtures;
  private final Map<Path, Stamp> baseline;

  WarehouseKeeper(Path warehouse, Set<Path> fixtures) {
    this.warehouse = warehouse;
    this.fixtures = Set.copyOf(fixtures);
    this.baseline = look();
  }

  @Override
  public List<Difference> differences() {
    Map<Path, Stamp> now = look();
    List<Difference> differences = new ArrayList<>();
    for (Path path : Changes.between(baseline, now)) {
      if (baseline.containsKey(path)) {
        differences.add(missing(path, now.containsKey(path)));
      } else if (baseline.containsKey(parent(path))) {
        // What is in a stray folder goes with it.
        differences.add(
            new Difference(
                "stray warehouse files",
                path.toString(),
                () -> Trees.delete(warehouse.resolve(path))));
      }
    }
    return differences;
  }

  private Difference missing(Path path, boolean exists) {
    Stamp before = baseline.get(path);
    return !exists && Stamp.FOLDER.equals(before)
        ? new Difference("warehouse folders", path.toString(), () -> create(path))
        : Difference.permanent("changed warehouse files", path.toString());
  }

  private void create(Path path) throws IOException {
    Files.createDirectories(warehouse.resolve(path));
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    return parent == null ? Path.of("") : parent;
  }

  private Map<Path, Stamp> look() {
    return FileSnapshot.of(warehouse, fixtures::contains).entries();
  }
}
