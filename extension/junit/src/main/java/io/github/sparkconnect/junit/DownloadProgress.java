package io.github.sparkconnect.junit;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;

/**
 * Says every few seconds how far a download is, because the first one is large. Silent while
 * everything is in the local repository. Thread-safe: artifacts are downloaded in parallel.
 */
final class DownloadProgress extends AbstractTransferListener {

  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final Consumer<String> out;
  private final String what;
  private final long start = System.nanoTime();
  private long lastLine = start;
  private boolean announced;
  private int jars;
  private long bytes;

  DownloadProgress(Consumer<String> out, String what) {
    this.out = out;
    this.what = what;
  }

  @Override
  public synchronized void transferInitiated(TransferEvent event) {
    if (!announced && isJar(event)) {
      announced = true;
      say(
          "downloading %s from %s"
              + (isSparks(event) ? "; the first time this is about 300 MB" : ""),
          what,
          event.getResource().getRepositoryUrl());
    }
  }

  @Override
  public synchronized void transferProgressed(TransferEvent event) {
    bytes += event.getDataLength();
    long now = System.nanoTime();
    if (announced && now - lastLine > INTERVAL_NANOS) {
      lastLine = now;
      say("downloading %s: %d jars so far, %s", what, jars, megabytes());
    }
  }

  @Override
  public synchronized void transferSucceeded(TransferEvent event) {
    if (isJar(event)) {
      jars++;
    }
  }

  /** Says what was downloaded, if anything was. */
  synchronized void done() {
    if (announced) {
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
      say("downloaded %s: %d jars, %s in %d s", what, jars, megabytes(), seconds);
    }
  }

  private static boolean isJar(TransferEvent event) {
    return event.getRequestType() == TransferEvent.RequestType.GET
        && event.getResource().getResourceName().endsWith(".jar");
  }

  /** Whether the server itself is lacking, and not only what is added to it. */
  private static boolean isSparks(TransferEvent event) {
    return event.getResource().getResourceName().startsWith("org/apache/spark/");
  }

  private String megabytes() {
    return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }

  private void say(String format, Object... arguments) {
    out.accept(String.format(Locale.ROOT, format, arguments));
  }
}
