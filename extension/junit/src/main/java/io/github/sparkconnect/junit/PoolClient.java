package io.github.sparkconnect.junit;

import org.junit.jupiter.api.extension.ExtensionContext;

/** This JVM's view of the pool. */
final class PoolClient implements ServerSource {

  private static final PoolClient SHARED = new PoolClient();

  static PoolClient shared() {
    return SHARED;
  }

  @Override
  public ClassServer claim(ServerRequest request, ExtensionContext context) {
    throw new UnsupportedOperationException();
  }
}
