package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.MemberPool;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The claims that this JVM holds. Those still open when it exits (a test called {@code
 * System.exit}, Ctrl-C) are ended at once; a JVM that cannot even do that is missed by its members
 * within seconds. Thread-safe.
 */
final class OpenClaims {

  private static final Logger LOG = LoggerFactory.getLogger(OpenClaims.class);

  /** An exit must not hang on somebody who holds the pool's lock. */
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final Map<Claim, MemberPool> open = new ConcurrentHashMap<>();
  private final AtomicBoolean hooked = new AtomicBoolean();

  void add(Claim claim, MemberPool members) {
    open.put(claim, members);
    if (hooked.compareAndSet(false, true)) {
      try {
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "spark-connect-open-claims"));
      } catch (IllegalStateException e) {
        // The JVM is exiting already: its members miss it.
        LOG.debug("Too late for a shutdown hook", e);
      }
    }
  }

  void remove(Claim claim) {
    open.remove(claim);
  }

  private void end() {
    if (open.isEmpty()) {
      return;
    }
    Thread work = new Thread(this::retireAll, "spark-connect-retire");
    work.setDaemon(true);
    work.start();
    try {
      work.join(LIMIT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void retireAll() {
    open.forEach(
        (claim, members) -> {
          try {
            members.retire(
                claim, "its JVM exited while " + claim.claimant().testClass() + " had it");
          } catch (RuntimeException e) {
            LOG.debug("Member {} misses its claimant by itself", claim.uid(), e);
          }
        });
  }
}
