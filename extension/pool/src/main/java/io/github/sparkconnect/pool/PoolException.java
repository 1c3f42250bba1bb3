package io.github.sparkconnect.pool;

import java.io.Serial;

/** Every failure of the pool: the message says what failed, why, and what to do about it. */
public final class PoolException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  public PoolException(String message) {
    super(message);
  }

  public PoolException(String message, Throwable cause) {
    super(message, cause);
  }
}
