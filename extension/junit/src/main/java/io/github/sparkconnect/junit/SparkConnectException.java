package io.github.sparkconnect.junit;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when no Spark Connect server could be had, or the one that a test had was lost.
 *
 * <p>The message says what failed, what was tried, where the server's log is, its last lines, and
 * what to do. It never contains a token.
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class SparkConnectException extends RuntimeException {

  private static final long serialVersionUID = 1;

  SparkConnectException(String message) {
    this(message, null);
  }

  SparkConnectException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Says that Spark's client fails by itself, whatever the server does. */
  static SparkConnectException ofClient(Throwable failure) {
    return new SparkConnectException(
        "Spark's client does not work in this JVM: "
            + failure.toString().lines().findFirst().orElse("")
            + ". Most often a library, such as Jackson, is on the test's class path in another"
            + " version than the client needs: see 'mvn dependency:tree' or 'gradle dependencies'.",
        failure);
  }

  /** Says what a failure of the pool says, as an exception that users know. */
  static SparkConnectException of(RuntimeException failure) {
    return new SparkConnectException(String.valueOf(failure.getMessage()), failure);
  }
}
