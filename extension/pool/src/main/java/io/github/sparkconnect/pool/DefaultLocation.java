package io.github.sparkconnect.pool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where a directory of ours is when no setting names one. */
final class DefaultLocation {

  /** Longer paths would not leave room for what Spark nests into a member's directory. */
  private static final int LONGEST = 700;

  private DefaultLocation() {}

  /** The user's cache, or a folder of the user in the temp directory; creates nothing. */
  static Path of(String name, Map<String, String> environment, Properties properties) {
    return Stream.of(
            path(environment.get("XDG_CACHE_HOME")).map(cache -> inCache(name, cache)),
            home(properties).map(home -> inCache(name, cache(home, properties))))
        .flatMap(Optional::stream)
        .filter(DefaultLocation::isUsable)
        .findFirst()
        .orElseGet(() -> inTemp(name, properties));
  }

  private static Path inCache(String name, Path cache) {
    return cache.resolve("spark-connect-junit").resolve(name);
  }

  private static Path cache(Path home, Properties properties) {
    String system = properties.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    return system.startsWith("mac") ? home.resolve("Library/Caches") : home.resolve(".cache");
  }

  /** A home is a directory that exists and is not the root. */
  private static Optional<Path> home(Properties properties) {
    return path(properties.getProperty("user.home"))
        .filter(home -> home.getParent() != null && Files.isDirectory(home));
  }

  /** Only absolute paths: a relative one would be another pool for every project. */
  private static Optional<Path> path(@Nullable String text) {
    if (text == null || text.isBlank()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Path.of(text)).filter(Path::isAbsolute).map(Path::normalize);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static boolean isUsable(Path directory) {
    if (directory.toString().getBytes(UTF_8).length > LONGEST) {
      return false;
    }
    Path nearest = directory;
    while (nearest != null && !Files.exists(nearest)) {
      nearest = nearest.getParent();
    }
    // The directory itself is judged when it is opened, with a message.
    return nearest != null
        && (nearest.equals(directory) || (Files.isDirectory(nearest) && Files.isWritable(nearest)));
  }

  private static Path inTemp(String name, Properties properties) {
    String user = properties.getProperty("user.name", "").replaceAll("[^A-Za-z0-9._-]", "_");
    // One level: an intermediate folder would have to be checked like the pool itself.
    return path(properties.getProperty("java.io.tmpdir"))
        .orElse(Path.of("/tmp"))
        .resolve("spark-connect-junit-" + (user.isEmpty() ? "_" : user) + "-" + name);
  }
}
