package io.github.sparkconnect.member;

import io.github.sparkconnect.pool.LaunchFailure;
import io.github.sparkconnect.pool.Liveness;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolDirectory;
import io.github.sparkconnect.pool.Standing;
import io.github.sparkconnect.pool.Uid;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way out of this process, the same for every cause: a decision of the supervisor, a failed
 * start, or a signal.
 *
 * <p>It runs as a shutdown hook. The record is retired first, so that nobody claims a member that
 * is ending, but not that of a member in use: its claimant finds record and log as after a crash;
 * then Spark is stopped, the directory deleted and the record forgotten, and the other hooks
 * (Spark's, or a profiler's of the user) get the rest of the time. After {@link #BOUND} the process
 * is halted, whatever still runs; what is then left behind is the reaper's.
 *
 * <p>A failed start keeps directory and log, for whoever wants to know why.
 */
final class Departure {

  /** How long leaving may take in all. */
  static final Duration BOUND = Duration.ofSeconds(6);

  private static final Duration SPARK_STOP = Duration.ofSeconds(3);
  private static final int SIGTERM_STATUS = 143;

  private static final Logger LOG = LoggerFactory.getLogger(Departure.class);

  private final Pool pool;
  private final PoolDirectory directory;
  private final Uid uid;
  private final AtomicReference<@Nullable Way> way = new AtomicReference<>();

  /** False if who started this process must find the entry and tell what this one cannot. */
  private volatile boolean forgets = true;

  private volatile @Nullable Runnable stopFirst;
  private volatile @Nullable Runnable stopSpark;

  /** Why and how this process ends. */
  private record Way(String reason, int status, boolean failed) {}

  private Departure(Pool pool, PoolDirectory directory, Uid uid) {
    this.pool = pool;
    this.directory = directory;
    this.uid = uid;
  }

  /** Prepares the way out for the member {@code uid} of that pool, which is this process. */
  static Departure install(Pool pool, PoolDirectory directory, Uid uid) {
    Departure departure = new Departure(pool, directory, uid);
    Runtime.getRuntime().addShutdownHook(new Thread(departure::depart, "member-departure"));
    return departure;
  }

  /** Names what stops Spark, from now on. */
  void stopsSparkBy(Runnable stop) {
    stopSpark = stop;
  }

  /** Names what is to be stopped at once, from now on; it must not block. */
  void stopsFirst(Runnable stop) {
    stopFirst = stop;
  }

  /** Ends this process: the member is not wanted any more. Returns if it is ending already. */
  void leave(String reason) {
    Way chosen = new Way(reason, 0, false);
    if (way.compareAndSet(null, chosen)) {
      exit(chosen);
    }
  }

  /** Ends this process for what went wrong in it. Returns if it is ending already. */
  void leaveFor(String reason, Error error) {
    Way chosen = new Way(reason + ": " + error, 1, false);
    if (way.compareAndSet(null, chosen)) {
      exit(chosen);
    }
  }

  /** Ends this process: the member could not be started. Returns if it is ending already. */
  void fail(Throwable problem) {
    StringWriter trace = new StringWriter();
    problem.printStackTrace(new PrintWriter(trace));
    System.err.println(trace);
    // Decided before it is recorded: the record is a retirement, and the supervisor would leave
    // for it without sparing the log.
    Way chosen = new Way("its start failed", 1, true);
    if (!way.compareAndSet(null, chosen)) {
      return;
    }
    try {
      pool.fail(uid, new LaunchFailure(FailureText.of(problem), trace.toString(), Instant.now()));
    } catch (RuntimeException e) {
      LOG.error("The failure of member {} could not be recorded", uid, e);
      forgets = false;
    }
    exit(chosen);
  }

  private static void exit(Way chosen) {
    // From another thread: this one may be needed by what the hooks wait for.
    Thread exit = new Thread(() -> System.exit(chosen.status()), "member-exit");
    exit.setDaemon(true);
    exit.start();
  }

  private void depart() {
    Way told = new Way("its process was told to end", SIGTERM_STATUS, false);
    Way decided = way.compareAndExchange(null, told);
    Way chosen = decided == null ? told : decided;
    haltAfterBound(chosen.status());
    LOG.info("Member {} leaves: {}", uid, chosen.reason());
    MemberLog.silenceOthers();
    Runnable first = stopFirst;
    if (first != null) {
      attempt("stop what it does while it is idle", first::run);
    }
    if (!chosen.failed() && isInUse()) {
      // Its claimant will notice, and wants the log to tell why; then the rest is its to do.
      stopSpark();
      return;
    }
    if (!chosen.failed()) {
      attempt("retire", () -> pool.retire(uid, chosen.reason()));
      stopSpark();
      attempt("delete its directory", () -> Trees.delete(directory.memberDirectory(uid)));
    }
    if (forgets) {
      attempt("forget", () -> pool.forget(uid));
    }
  }

  /** Whether somebody who lives owns this member, and so has not asked for its end. */
  private boolean isInUse() {
    try {
      return pool.standing(uid) instanceof Standing.Claimed claimed
          && claimed.alive() == Liveness.SAME;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private void haltAfterBound(int status) {
    Thread guard =
        new Thread(
            () -> {
              try {
                TimeUnit.MILLISECONDS.sleep(BOUND.toMillis());
              } catch (InterruptedException e) {
                // Nobody interrupts it; if so, the end comes early.
              }
              Runtime.getRuntime().halt(status);
            },
            "member-halt");
    guard.setDaemon(true);
    guard.start();
  }

  private void stopSpark() {
    Runnable stop = stopSpark;
    if (stop == null) {
      return;
    }
    Thread stopping = new Thread(() -> attempt("stop Spark", stop::run), "member-stop");
    stopping.setDaemon(true);
    stopping.start();
    try {
      stopping.join(SPARK_STOP.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void attempt(String what, Step step) {
    try {
      step.run();
    } catch (Exception | LinkageError e) {
      LOG.warn("Member {} could not {} on its way out", uid, what, e);
    }
  }

  @FunctionalInterface
  private interface Step {
    void run() throws Exception;
  }
}
