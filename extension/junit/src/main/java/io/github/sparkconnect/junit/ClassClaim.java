package io.github.sparkconnect.junit;

import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** A class's server in JUnit's store, which closes it when the class has ended. */
@SuppressWarnings(
    "deprecation") // JUnit before 5.13 closes only this type, later ones prefer the other.
record ClassClaim(ClassServer server) implements CloseableResource, AutoCloseable {

  @Override
  public void close() {
    server.close();
  }
}
