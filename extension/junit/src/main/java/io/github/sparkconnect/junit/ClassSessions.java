package io.github.sparkconnect.junit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.sql.connect.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** The sessions of a test class on one server. Thread-safe. */
final class ClassSessions {

  /**
   * What the class wants.
   *
   * @param conf settings of each session
   * @param testClass whose code, and all that it can see of the project, is sent to the server
   * @param artifacts further jars for each session
   * @param closeLimit for all that is done when the class ends
   */
  record Plan(
      Map<String, String> conf,
      boolean perMethod,
      Class<?> testClass,
      List<Path> artifacts,
      Duration closeLimit) {}

  private final String url;
  private final Plan plan;
  private final SparkGlobals globals;
  private final Deque<TestSession> open = new ArrayDeque<>();

  /** What did not work when sessions were released before the class's end. */
  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());

  private @Nullable TestSession classSession;
  private boolean closed;

  ClassSessions(String url, Plan plan, SparkGlobals globals) {
    this.url = url;
    this.plan = plan;
    this.globals = globals;
  }

  Plan plan() {
    return plan;
  }

  /** Returns the class's session: a new one if the test closed it. */
  synchronized SparkSession ofClass() {
    if (classSession != null && classSession.closedByUser()) {
      Console.line(
          plan.testClass().getSimpleName()
              + " closed its session and gets a new one: temporary views and settings of the closed"
              + " one are gone");
      open.remove(classSession);
      globals.unbind(classSession.session());
      classSession = null;
    }
    if (classSession == null) {
      classSession = open();
      globals.bind(classSession.session());
    }
    return classSession.session();
  }

  synchronized SparkSession ofMethod() {
    TestSession session = open();
    globals.bind(session.session());
    return session.session();
  }

  /**
   * @throws IllegalStateException if the class has ended
   */
  synchronized SparkSession another() {
    if (closed) {
      throw new IllegalStateException(
          "The test class that had this server has ended: there are no more sessions for it");
    }
    return open().session();
  }

  void enter(SparkSession session) {
    globals.enter(session);
  }

  void release(org.apache.spark.sql.SparkSession session) {
    TestSession released = take(session);
    if (released != null) {
      globals.unbind(released.session());
      failures.addAll(released.release(Limit.of(plan.closeLimit())));
    }
  }

  /**
   * Releases all sessions; further calls do nothing.
   *
   * @return what did not work, now or before, each the ending of a sentence
   */
  List<String> releaseAll(Limit limit) {
    endAll(session -> failures.addAll(session.release(limit)));
    return List.copyOf(failures);
  }

  /** Forgets all sessions of a server that is gone; nothing is sent to it. */
  void abandonAll() {
    endAll(TestSession::abandon);
  }

  private void endAll(Consumer<TestSession> end) {
    List<TestSession> rest;
    synchronized (this) {
      closed = true;
      rest = new ArrayList<>(open);
      open.clear();
    }
    for (TestSession session : rest) {
      globals.unbind(session.session());
      end.accept(session);
    }
  }

  private TestSession open() {
    TestSession session = new TestSession(url, TestClasses.of(plan.testClass()));
    open.push(session);
    plan.conf().forEach((key, value) -> set(session.session(), key, value));
    plan.artifacts().forEach(jar -> session.session().addArtifact(jar.toUri()));
    return session;
  }

  private static void set(SparkSession session, String key, String value) {
    try {
      session.conf().set(key, value);
    } catch (Exception e) { // Spark throws checked exceptions that its signatures do not declare.
      String message = String.valueOf(e.getMessage());
      if (message.contains("CANNOT_MODIFY_STATIC_CONFIG")
          || message.contains("CANNOT_MODIFY_CONFIG")) {
        throw new ExtensionConfigurationException(
            "'"
                + key
                + "' cannot be set on a session. Move it from 'conf' to 'serverConf' of"
                + " @SparkConnectServer: the class then gets a server started with it.",
            e);
      }
      throw new SparkConnectException(
          "The session setting '" + key + "' could not be set: " + FirstLine.of(e), e);
    }
  }

  private synchronized @Nullable TestSession take(org.apache.spark.sql.SparkSession session) {
    for (TestSession candidate : open) {
      if (candidate.session() == session) {
        open.remove(candidate);
        return candidate;
      }
    }
    return null;
  }
}
