package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.FailedLaunch;
import io.github.sparkconnect.pool.Fingerprint;
import io.github.sparkconnect.pool.LaunchFailure;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolException;
import io.github.sparkconnect.pool.ProcessIdentity;
import io.github.sparkconnect.pool.Processes;
import io.github.sparkconnect.pool.Standing;
import io.github.sparkconnect.pool.Uid;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the pool about a process that ended, or took too long, before it was a server.
 *
 * <p>A server that can say itself why it failed does so; this is for the rest: a JVM that does not
 * start, one that is killed. It ends with this JVM; then the pool's own repair takes over.
 */
final class BootWatch {

  private static final Logger LOG = LoggerFactory.getLogger(BootWatch.class);

  private static final Duration GRACE = Duration.ofSeconds(10);

  private final Pool pool;
  private final Uid uid;
  private final Fingerprint fingerprint;
  private final Processes processes;
  private final Process process;
  private final ProcessIdentity identity;
  private final BootFailure failure;
  private final Runnable onUnexplainedEnd;

  /**
   * @param onUnexplainedEnd is run when the process ended without saying why
   */
  BootWatch(
      Pool pool,
      Uid uid,
      Fingerprint fingerprint,
      Processes processes,
      Process process,
      ProcessIdentity identity,
      BootFailure failure,
      Runnable onUnexplainedEnd) {
    this.pool = pool;
    this.uid = uid;
    this.fingerprint = fingerprint;
    this.processes = processes;
    this.process = process;
    this.identity = identity;
    this.failure = failure;
    this.onUnexplainedEnd = onUnexplainedEnd;
  }

  /** Begins to watch, without a thread of its own. */
  void start(Duration limit) {
    CompletableFuture<Void> ended =
        process
            .onExit()
            .thenAcceptAsync(
                p -> {
                  if (failIfPending(() -> failure.ended(p.exitValue(), Instant.now()))) {
                    onUnexplainedEnd.run();
                  }
                });
    after(
        limit,
        () -> {
          if (!ended.isDone() && failIfPending(() -> failure.tooSlow(limit, Instant.now()))) {
            end();
          }
        });
  }

  /** A JVM that hangs before it has a record of its own would be nobody's. */
  private void end() {
    processes.terminate(identity, uid);
    after(GRACE, () -> processes.kill(identity, uid));
  }

  private static void after(Duration delay, Runnable action) {
    CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS).execute(action);
  }

  private boolean failIfPending(Supplier<LaunchFailure> reason) {
    try {
      // Looked at without the lock: the pool's directory may be gone, with nobody left to tell.
      if (pool.isPending(uid) && pool.standing(uid) instanceof Standing.Pending) {
        pool.failOrTellHere(new FailedLaunch(uid, fingerprint.sha256(), reason.get()));
        return true;
      }
    } catch (PoolException e) {
      // The pool cannot be looked at, as everybody finds out.
      LOG.debug("Whether server {} has started is not known", uid, e);
    }
    return false;
  }
}
