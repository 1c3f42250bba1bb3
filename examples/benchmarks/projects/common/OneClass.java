package bench;

import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs one class as a test tool does and prints when its session and its queries were done. */
final class OneClass {

  private OneClass() {}

  public static void main(String[] args) throws Exception {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    long done;
    try (LauncherSession session = LauncherFactory.openSession()) {
      session
          .getLauncher()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(DiscoverySelectors.selectClass("bench.T001Test"))
                  .build(),
              summary);
      done = Clock.now();
    }
    if (summary.getSummary().getTestsSucceededCount() != 6) {
      summary.getSummary().printFailuresTo(new java.io.PrintWriter(System.err, true));
      System.exit(1);
    }
    System.out.println("RESULT " + Clock.sessionAt() + " " + done);
    System.exit(0);
  }
}
