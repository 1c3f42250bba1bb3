package io.github.sparkconnect.junit;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.Event;

/** What went wrong in a run of the platform's test kit. */
final class Failures {

  private Failures() {}

  /** Returns the first failure of anything: a class, a method. */
  static Throwable first(EngineExecutionResults run) {
    return run.allEvents().failed().stream()
        .findFirst()
        .flatMap(Event::getPayload)
        .map(TestExecutionResult.class::cast)
        .flatMap(TestExecutionResult::getThrowable)
        .orElseThrow();
  }
}
