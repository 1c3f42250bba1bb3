package io.github.sparkconnect.junit;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/**
 * What a failure in a test class tells besides itself: that the server is gone, that it lacks a
 * class, and what it logged meanwhile.
 *
 * <p>A failure of the test is never replaced. What there is to say is added to it as a suppressed
 * exception; only if it was thrown by Spark's client itself, which can say no more than that a call
 * failed, our explanation takes its place and has it as the cause.
 */
final class FailureReport {

  private FailureReport() {}

  /**
   * Returns what is to be thrown instead of {@code failure}, often itself.
   *
   * @param since where the server's log ended when the test began
   */
  static Throwable complete(
      Throwable failure,
      ClassServer server,
      ServerLog.@Nullable Mark since,
      ExtensionContext context) {
    if (failure instanceof TestAbortedException || failure instanceof VirtualMachineError) {
      return failure;
    }
    Throwable reported = explained(failure, server);
    if (since != null) {
      server
          .member()
          .log()
          .ifPresent(log -> LogAttachment.attach(reported, new ServerLog(log), since, context));
    }
    return reported;
  }

  private static Throwable explained(Throwable failure, ClassServer server) {
    Optional<SparkConnectException> explanation = server.explain(failure);
    if (explanation.isEmpty()) {
      return failure;
    }
    if (SparkFailure.isSparks(failure)) {
      return explanation.get();
    }
    failure.addSuppressed(explanation.get());
    return failure;
  }
}
