package io.github.sparkconnect.junit;

import java.time.Duration;
import org.apache.spark.sql.connect.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A session that tests use; its calls are limited in time only while it is released. */
final class TestSession {

  private static final Logger LOG = LoggerFactory.getLogger(TestSession.class);

  /** 50 ms, 200 ms, 800 ms and 2 s apart: a dead member is noticed after about three seconds. */
  private static final int RETRIES = 4;

  private final DeadlineInterceptor deadline = new DeadlineInterceptor();
  private final SparkSession session;

  TestSession(String url, java.util.function.Supplier<ClassesJar> classes) {
    ClassSender sender = new ClassSender(classes);
    session = ConnectSession.open(url, RETRIES, true, deadline, sender);
    sender.to(session);
  }

  SparkSession session() {
    return session;
  }

  /** Releases the session on the server, within {@code limit}; says whether that worked. */
  boolean release(Duration limit) {
    if (closedByUser()) {
      return true;
    }
    deadline.allow(limit);
    try {
      session.client().releaseSession();
      return true;
    } catch (RuntimeException e) {
      LOG.debug("Session {} could not be released", session.sessionId(), e);
      return false;
    } finally {
      shutDown();
    }
  }

  private boolean closedByUser() {
    return session.client().channel().isShutdown();
  }

  /** Frees what the client holds; the server's side has been released before. */
  private void shutDown() {
    session.releaseSessionOnClose_$eq(false);
    try {
      session.close();
    } catch (RuntimeException e) {
      // A result that the test did not close keeps memory: the client's, not the server's.
      LOG.debug("The client of session {} did not close cleanly", session.sessionId(), e);
    }
  }
}
