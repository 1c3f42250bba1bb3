package io.github.sparkconnect.junit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.sql.connect.SparkSession;
import org.apache.spark.sql.connect.SparkSession$;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A session that tests use; its calls are limited in time only while it is released. */
final class TestSession {

  private static final Logger LOG = LoggerFactory.getLogger(TestSession.class);

  /** 50 ms, 200 ms, 800 ms and 2 s apart: a dead member is noticed after about three seconds. */
  private static final int RETRIES = 4;

  private final DeadlineInterceptor deadline = new DeadlineInterceptor();
  private final SparkSession session;
  private final MlCache mlCache;

  TestSession(String url, Supplier<ClassesJar> classes) {
    ClassSender sender = new ClassSender(classes);
    session = ConnectSession.open(url, RETRIES, true, deadline, sender, new LateRelease());
    sender.to(session);
    mlCache =
        new MlCache(
            "session " + session.sessionId(), new SessionMlCalls(url, session.client(), deadline));
  }

  SparkSession session() {
    return session;
  }

  /** What the session's machine learning code keeps on the server. */
  MlCache mlCache() {
    return mlCache;
  }

  /**
   * Removes what the session keeps on the server and releases it, each tried even if the other
   * failed.
   *
   * @return what did not work, as the endings of sentences
   */
  List<String> release(Limit limit) {
    if (closedByUser()) {
      return List.of();
    }
    List<String> failures = new ArrayList<>();
    attempt("its ML cache could not be cleaned", () -> mlCache.clean(limit.left()), failures);
    attempt(
        "a session could not be released",
        () -> {
          deadline.allow(limit.left());
          session.client().releaseSession();
        },
        failures);
    shutDown();
    return failures;
  }

  /** Frees what this JVM holds, without a call: the server is gone. */
  void abandon() {
    if (!closedByUser()) {
      // Nothing would answer: what the client still tries to say on its way out ends at once.
      deadline.allow(Duration.ZERO);
      shutDown();
    }
  }

  private void attempt(String problem, Runnable step, List<String> failures) {
    try {
      step.run();
    } catch (Exception | LinkageError e) { // Some of Spark's are checked, undeclared.
      LOG.debug("Session {}: {}", session.sessionId(), problem, e);
      failures.add(problem + " (" + FirstLine.of(e) + ")");
    }
  }

  /** Whether the test closed it, before it was released. */
  boolean closedByUser() {
    return session.client().channel().isShutdown();
  }

  /**
   * Frees what the client holds; the server's side has been released before.
   *
   * <p>Not {@code session.close()}, which also closes Arrow's allocator: that logs an error with a
   * stack trace for each result that the test left open.
   */
  private void shutDown() {
    session.client().shutdown();
    SparkSession$.MODULE$.onSessionClose(session);
  }
}
