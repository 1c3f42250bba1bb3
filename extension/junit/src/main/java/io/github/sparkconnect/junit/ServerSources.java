package io.github.sparkconnect.junit;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The one source of servers of this JVM. */
final class ServerSources {

  private static final AtomicReference<@Nullable ServerSource> REPLACED = new AtomicReference<>();

  private ServerSources() {}

  static ServerSource current() {
    ServerSource replaced = REPLACED.get();
    return replaced == null ? PoolClient.shared() : replaced;
  }

  /** For tests of the life cycle that need no Spark; null restores the pool. */
  static void replace(@Nullable ServerSource source) {
    REPLACED.set(source);
  }
}
