package io.github.sparkconnect.junit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/**
 * A class's server in JUnit's store, which closes it when the class has ended.
 *
 * @param start where the server's log ended when it was claimed; null if it has none
 */
@SuppressWarnings(
    "deprecation") // JUnit before 5.13 closes only this type, later ones prefer the other.
record ClassClaim(ClassServer server, ServerLog.@Nullable Mark start)
    implements CloseableResource, AutoCloseable {

  ClassClaim(ClassServer server) {
    this(server, server.member().log().map(log -> new ServerLog(log).mark()).orElse(null));
  }

  @Override
  public void close() {
    server.close();
  }
}
