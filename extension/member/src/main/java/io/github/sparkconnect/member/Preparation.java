package io.github.sparkconnect.member;

import io.github.sparkconnect.pool.Standing;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a member does to serve better while nobody wants it: it warms up, once, and then has an
 * archive of its classes made. A command of a claimant stops the one, but not the other, which is
 * another process's work.
 *
 * <p>Thread-safe.
 */
final class Preparation {

  /** In looks of the supervisor; between two classes of one JVM a member is idle for less. */
  private static final int PATIENCE = 2;

  private static final Logger LOG = LoggerFactory.getLogger(Preparation.class);

  private final Supplier<WarmUp> warmUps;
  private final Optional<ClassArchive> archive;
  private final AtomicReference<@Nullable WarmUp> running = new AtomicReference<>();
  private int idleLooks;
  private boolean warm;
  private boolean archived;
  private @Nullable Thread thread;

  /**
   * @param warmUp whether to warm up at all
   */
  Preparation(boolean warmUp, Optional<ClassArchive> archive, Supplier<WarmUp> warmUps) {
    this.warmUps = warmUps;
    this.archive = archive;
    warm = !warmUp;
    archived = archive.isEmpty();
  }

  /** Says where the member stands now; about once a second. */
  synchronized void look(Standing standing) {
    if (!(standing instanceof Standing.Idle)) {
      // Whoever claimed it need not have sent a command yet.
      stop();
      return;
    }
    idleLooks++;
    if (idleLooks < PATIENCE || (thread != null && thread.isAlive()) || (warm && archived)) {
      return;
    }
    thread = new Thread(warm ? this::archive : this::warmUp, "member-preparation");
    thread.setDaemon(true);
    thread.start();
  }

  /** Somebody wants the member. */
  void stop() {
    synchronized (this) {
      idleLooks = 0;
    }
    WarmUp warmUp = running.get();
    if (warmUp != null) {
      warmUp.stop();
    }
  }

  /** The member is leaving. */
  void end() {
    stop();
    archive.ifPresent(ClassArchive::stop);
  }

  private void warmUp() {
    WarmUp warmUp = warmUps.get();
    running.set(warmUp);
    try {
      // Who wants the member now stops this one; who came before did not see it.
      if (isIdle()) {
        done(warmUp.run());
      }
    } catch (Exception | LinkageError e) {
      LOG.warn("The member could not warm up", e);
      done(true);
    } finally {
      running.set(null);
    }
  }

  private synchronized boolean isIdle() {
    return idleLooks > 0;
  }

  private synchronized void done(boolean complete) {
    warm = complete;
  }

  private synchronized boolean beginArchive() {
    archived = isIdle();
    return archived;
  }

  private void archive() {
    if (beginArchive()) {
      archive.ifPresent(ClassArchive::make);
    }
  }
}
