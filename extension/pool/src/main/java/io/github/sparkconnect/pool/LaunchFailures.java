package io.github.sparkconnect.pool;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/** Which failed launch concerns a claimant, and how it is told. */
final class LaunchFailures {

  /** So long a failure speaks for those who come later, too. */
  static final Duration NOT_REPEATED_FOR = Duration.ofSeconds(30);

  private LaunchFailures() {}

  /**
   * Returns the newest failure that a claimant who began then is to be told. One to come is of a
   * clock that was set since, and would be told for ever.
   */
  static Optional<FailedLaunch> relevant(
      PoolSnapshot snapshot, AcquireRequest request, Instant began, Instant now) {
    return snapshot.failures().stream()
        .filter(failed -> failed.fingerprint().equals(request.fingerprint().sha256()))
        .filter(failed -> failed.failure().at().isAfter(began.minus(NOT_REPEATED_FOR)))
        .filter(failed -> failed.failure().at().isBefore(now.plus(NOT_REPEATED_FOR)))
        .max(Comparator.comparing(failed -> failed.failure().at()));
  }

  static PoolException exception(
      FailedLaunch failed, AcquireRequest request, PoolDirectory directory) {
    LaunchFailure failure = failed.failure();
    StringBuilder message =
        new StringBuilder("No Spark Connect server for ")
            .append(request.testClass())
            .append(": ")
            .append(failure.explanation())
            .append(" (at ")
            .append(failure.at())
            .append("; tried again from ")
            .append(failure.at().plus(NOT_REPEATED_FOR))
            .append(" on). Its log: ")
            .append(directory.log(failed.uid()));
    if (!failure.detail().isBlank()) {
      message
          .append("\n----- last lines of its log -----\n")
          .append(failure.detail().stripTrailing())
          .append("\n----- end -----");
    }
    return new PoolException(message.toString());
  }
}
