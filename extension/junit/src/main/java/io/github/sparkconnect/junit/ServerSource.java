package io.github.sparkconnect.junit;

import org.junit.jupiter.api.extension.ExtensionContext;

/** Where servers come from; the seam between JUnit's life cycle and the pool. */
interface ServerSource {

  /**
   * Claims a server for the class of {@code context}.
   *
   * @throws SparkConnectException if none can be had
   */
  ClassServer claim(ServerRequest request, ExtensionContext context);
}
