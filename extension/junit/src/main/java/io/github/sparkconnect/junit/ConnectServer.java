package io.github.sparkconnect.junit;

import org.apache.spark.sql.SparkSession;

/** A real server, whose sessions {@link ClassSessions} keeps. */
abstract sealed class ConnectServer implements ClassServer, SparkConnectMember
    permits PooledServer, RemoteServer {

  private final ClassSessions sessions;

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
}
