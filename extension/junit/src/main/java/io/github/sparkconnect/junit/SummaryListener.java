package io.github.sparkconnect.junit;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Prints, when a test JVM is done, how many servers it booted and reused; and finds out before
 * which configuration parameters there are, because only a launcher can list them.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class SummaryListener implements LauncherSessionListener {

  /** For the service loader. */
  public SummaryListener() {}

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    session
        .getLauncher()
        .registerTestExecutionListeners(
            new TestExecutionListener() {
              @Override
              public void testPlanExecutionStarted(TestPlan plan) {
                PoolClient.shared().parameterKeys(plan.getConfigurationParameters().keySet());
              }
            });
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    String line = PoolClient.shared().tally().line();
    if (!line.isEmpty()) {
      Console.line(line);
    }
  }
}
