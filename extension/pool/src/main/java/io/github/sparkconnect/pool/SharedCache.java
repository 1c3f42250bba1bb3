package io.github.sparkconnect.pool;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/**
 * The directory for what all pools of a user share and anybody may delete: it is made again.
 *
 * <p>It is as private as a pool, because servers run code from it.
 */
public final class SharedCache {

  private static final int FORMAT = 1;

  private SharedCache() {}

  /** Returns where it is; creates nothing. */
  public static Path location(Map<String, String> environment, Properties systemProperties) {
    return DefaultLocation.of("shared-" + FORMAT, environment, systemProperties);
  }

  /**
   * Makes sure that it is there and nobody else's.
   *
   * @return its real path
   * @throws PoolException if it belongs to another user, or another user can write it, or it is a
   *     symbolic link, or it cannot be created
   */
  public static Path open(Path location) {
    return PrivateDirectory.open(location.toAbsolutePath().normalize());
  }
}
