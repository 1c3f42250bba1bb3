package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.AcquireRequest;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Where servers come from; the seam between JUnit's life cycle and the pool. */
interface ServerSource {

  /**
   * Claims a server for the class of {@code context}.
   *
   * @param whenFull what to do when no server is free
   * @throws SparkConnectException if none can be had
   */
  ClassServer claim(
      ServerRequest request, ExtensionContext context, AcquireRequest.WhenFull whenFull);
}
