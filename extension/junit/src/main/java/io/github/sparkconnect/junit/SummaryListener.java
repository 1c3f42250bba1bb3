package io.github.sparkconnect.junit;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Prints, when a test JVM is done, how many servers it booted and reused. */
@API(status = Status.INTERNAL, since = "0.1")
public final class SummaryListener implements LauncherSessionListener {

  /** For the service loader. */
  public SummaryListener() {}

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    String line = PoolClient.shared().tally().line();
    if (!line.isEmpty()) {
      Console.line(line);
    }
  }
}
