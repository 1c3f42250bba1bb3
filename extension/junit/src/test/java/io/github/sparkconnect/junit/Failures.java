package io.github.sparkconnect.junit;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.Event;

/** What went wrong in a run of the platform's test kit. */
final class Failures {

  private Failures() {}

  /** Returns the first failure of anything: a class, a method. */
  static Throwable first(EngineExecutionResults run) {
    return run.allEvents().failed().stream().findFirst().map(Failures::of).orElseThrow();
  }

  /** Returns what the event of a failure says was thrown. */
  static Throwable of(Event failed) {
    return failed.getRequiredPayload(TestExecutionResult.class).getThrowable().orElseThrow();
  }
}
