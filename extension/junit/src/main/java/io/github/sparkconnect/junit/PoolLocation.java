package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolDirectory;
import io.github.sparkconnect.pool.PoolException;
import io.github.sparkconnect.pool.Processes;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/** Where the pool is, and how it is opened. */
final class PoolLocation {

  private PoolLocation() {}

  /** Returns the directory that is configured, else the default one; it need not exist. */
  static Path of(Settings settings) {
    return settings
        .find(Settings.POOL_DIR)
        .orElseGet(() -> PoolDirectory.defaultLocation(System.getenv(), System.getProperties()))
        .toAbsolutePath();
  }

  /**
   * Opens the pool in a directory, which is made if need be.
   *
   * @throws PoolException if the directory is refused
   */
  static Pool open(Path directory, Processes processes, Duration lockTimeout) {
    return Pool.open(PoolDirectory.open(directory), processes, Clock.systemUTC(), lockTimeout);
  }
}
