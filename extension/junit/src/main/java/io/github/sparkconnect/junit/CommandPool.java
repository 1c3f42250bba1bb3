package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolException;
import io.github.sparkconnect.pool.SystemProcesses;
import io.github.sparkconnect.pool.Uid;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The pool that a command works on. */
record CommandPool(Settings settings, Path directory) {

  static CommandPool ofProcess() {
    Settings settings = Settings.ofProcess(key -> Optional.empty());
    return new CommandPool(settings, PoolLocation.of(settings));
  }

  /** Opens the pool if there is one: to look is no reason to make a directory. */
  Optional<Pool> existing() {
    return Files.exists(directory) ? Optional.of(open()) : Optional.empty();
  }

  /**
   * Opens the pool.
   *
   * @throws PoolException if its directory is refused
   */
  Pool open() {
    return PoolLocation.open(
        directory, new SystemProcesses(), settings.get(Settings.POOL_LOCK_TIMEOUT));
  }

  /**
   * @throws SparkConnectException if that is no name of a server
   */
  static Uid uid(String text) {
    return Uid.parse(text)
        .orElseThrow(
            () ->
                new SparkConnectException(
                    "Expected the name of a server (12 hexadecimal digits, as 'status' shows it),"
                        + " but was: '"
                        + text
                        + "'"));
  }
}
