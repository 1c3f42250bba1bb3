package io.github.sparkconnect.member;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connect.service.SessionHolderInfo;
import org.apache.spark.sql.connect.service.SessionKey;
import org.apache.spark.sql.connect.service.SparkConnectService$;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * Keeps the server quiet: at the baseline there are no sessions, operations, streams or jobs.
 *
 * <p>The caller's own session is exempt, with the operation that carries the call. Everything that
 * is told to stop gets {@link #PATIENCE}; what then still runs remains a difference.
 */
final class RunningWorkKeeper implements Keeper {

  private static final SparkConnectService$ SERVICE = SparkConnectService$.MODULE$;
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final String OPERATION_THREAD = "SparkConnectExecuteThread";

  private final SparkSession shared;
  private final Caller caller;

  /** Whose call this is. */
  record Caller(String session) {}

  RunningWorkKeeper(SparkSession shared, Caller caller) {
    this.shared = shared;
    this.caller = caller;
  }

  @Override
  public List<Difference> differences() {
    List<Difference> differences = new ArrayList<>();
    if (jobsRun()) {
      // First, because sessions and streams wait for their jobs when they are closed.
      differences.add(new Difference("running jobs", "of other sessions", this::cancelJobs));
    }
    for (SessionHolderInfo session :
        SparkInternals.javaList(SERVICE.sessionManager().listActiveSessions())) {
      if (!session.sessionId().equals(caller.session())) {
        SessionKey key = new SessionKey(session.userId(), session.sessionId());
        differences.add(new Difference("sessions", session.sessionId(), () -> close(key)));
      }
    }
    for (Object query : shared.sharedState().activeStreamingQueries().values()) {
      StreamingQuery stream = (StreamingQuery) query;
      differences.add(
          new Difference("streaming queries", stream.id().toString(), () -> stop(stream)));
    }
    for (Thread thread : operations()) {
      differences.add(
          new Difference(
              "running operations", thread.getName(), () -> await(() -> !thread.isAlive())));
    }
    return differences;
  }

  private void close(SessionKey key) {
    bounded(() -> SERVICE.sessionManager().closeSession(key, false));
    cancelJobs();
  }

  private void stop(StreamingQuery stream) {
    bounded(stream::stop);
    cancelJobs();
  }

  /** Operations whose session is closed are in no list any more, but their threads may go on. */
  private static List<Thread> operations() {
    Thread[] threads = new Thread[Thread.activeCount() * 2 + 64];
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    int count = root.enumerate(threads);
    List<Thread> operations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Thread thread = threads[i];
      if (thread.getName().startsWith(OPERATION_THREAD) && thread != Thread.currentThread()) {
        operations.add(thread);
      }
    }
    return operations;
  }

  private boolean jobsRun() {
    SparkContext context = shared.sparkContext();
    return !context.isStopped()
        && (!context.dagScheduler().activeJobs().isEmpty()
            || SparkInternals.runningTasks(context) > 0);
  }

  /**
   * Again and again, because a stream starts the next job as soon as one is cancelled; and after
   * each that is stopped, because it may have started one just before.
   */
  private void cancelJobs() {
    await(
        () -> {
          if (jobsRun()) {
            shared.sparkContext().cancelAllJobs();
          }
          return !jobsRun();
        });
  }

  /** Runs what Spark may never come back from. */
  private static void bounded(Difference.Undo step) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                step.run();
                done.complete(null);
              } catch (Throwable e) {
                done.completeExceptionally(e);
              }
            },
            "member-reset-step");
    thread.setDaemon(true);
    thread.start();
    try {
      done.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
      try {
        TimeUnit.MILLISECONDS.sleep(5);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
