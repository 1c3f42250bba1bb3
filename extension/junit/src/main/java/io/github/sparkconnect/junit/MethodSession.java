package io.github.sparkconnect.junit;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** A session that lives for one test; what JUnit's store closes if nothing did before. */
@SuppressWarnings(
    "deprecation") // JUnit before 5.13 closes only this type, later ones prefer the other.
record MethodSession(ClassServer server, SparkSession session)
    implements CloseableResource, AutoCloseable {

  @Override
  public void close() {
    server.release(session);
  }
}
