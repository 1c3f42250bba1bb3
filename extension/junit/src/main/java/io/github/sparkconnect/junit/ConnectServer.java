package io.github.sparkconnect.junit;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** A real server, whose sessions {@link ClassSessions} keeps. */
abstract sealed class ConnectServer implements ClassServer, SparkConnectMember
    permits PooledServer, RemoteServer {

  private final ClassSessions sessions;
  private final AtomicReference<@Nullable SparkConnectException> loss = new AtomicReference<>();

  ConnectServer(ClassSessions sessions) {
    this.sessions = sessions;
  }

  final ClassSessions sessions() {
    return sessions;
  }

  @Override
  public final SparkSession session() {
    return sessions.ofClass();
  }

  @Override
  public final SparkSession openMethodSession() {
    return sessions.ofMethod();
  }

  @Override
  public final boolean sessionPerMethod() {
    return sessions.plan().perMethod();
  }

  @Override
  public final void enter(SparkSession session) {
    sessions.enter((org.apache.spark.sql.connect.SparkSession) session);
  }

  @Override
  public final void release(SparkSession session) {
    sessions.release(session);
  }

  @Override
  public final SparkSession newSession() {
    return sessions.another();
  }

  @Override
  public final SparkConnectMember member() {
    return this;
  }

  @Override
  public final Optional<SparkConnectException> explain(Throwable failure) {
    Optional<String> lost = describeLoss(failure);
    if (lost.isPresent()) {
      SparkConnectException explanation = new SparkConnectException(lost.get(), failure);
      loss.compareAndSet(null, explanation);
      return Optional.of(explanation);
    }
    return MissingClass.explain(failure, sessions.plan().testClass().getClassLoader())
        .map(text -> new SparkConnectException(text, failure));
  }

  @Override
  public final Optional<SparkConnectException> loss() {
    return Optional.ofNullable(loss.get());
  }

  /** Says how the server was lost, if {@code failure} comes from that. */
  abstract Optional<String> describeLoss(Throwable failure);
}
