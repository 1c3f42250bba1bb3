package io.github.sparkconnect.junit;

import java.util.Arrays;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Runs test classes inside a test, in the order given. */
final class JupiterRun {

  private JupiterRun() {}

  static EngineExecutionResults of(Class<?>... testClasses) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(
            Arrays.stream(testClasses)
                .map(DiscoverySelectors::selectClass)
                .toArray(org.junit.platform.engine.DiscoverySelector[]::new))
        .execute();
  }
}
