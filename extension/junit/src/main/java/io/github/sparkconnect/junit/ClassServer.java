package io.github.sparkconnect.junit;

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

  /** Cleans up and gives the server back, or retires it; never throws, never hangs; idempotent. */
  @Override
  void close();
}
