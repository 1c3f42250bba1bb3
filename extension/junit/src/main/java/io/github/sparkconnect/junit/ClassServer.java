package io.github.sparkconnect.junit;

import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/** A server that a test class owns until {@link #close}. */
interface ClassServer extends AutoCloseable {

  /** The class's own session, opened at the first call. */
  SparkSession session();

  /** A session for one test method; the caller closes it with {@link #release}. */
  SparkSession openMethodSession();

  /** Whether each test method gets a session of its own. */
  boolean sessionPerMethod();

  /** Makes {@code session} the one that the code under test finds on this thread. */
  void enter(SparkSession session);

  /** Releases a session opened with {@link #openMethodSession}. */
  void release(SparkSession session);

  SparkConnectMember member();

  /**
   * Says more about a failure in the class than the failure does: that the server is gone, or that
   * it lacks a class; the failure is then the cause.
   */
  Optional<SparkConnectException> explain(Throwable failure);

  /** The explanation that the server is gone, once one was given. */
  Optional<SparkConnectException> loss();

  /** Cleans up and gives the server back, or retires it; never throws, never hangs; idempotent. */
  @Override
  void close();
}
