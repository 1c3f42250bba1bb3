package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.Endpoint;
import io.github.sparkconnect.pool.MemberRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pool member that a test class owns: its sessions, and what happens to it afterwards.
 *
 * <p>Safe for use by several threads. It touches the member's state file only through {@link
 * ClaimEnd}.
 */
final class PooledServer implements ClassServer, SparkConnectMember {

  private static final Logger LOG = LoggerFactory.getLogger(PooledServer.class);

  /** What is done with the claim in the end. */
  interface ClaimEnd {
    void giveBack(Claim claim);

    void retire(Claim claim, String reason);
  }

  private final Claim claim;
  private final ControlSession control;
  private final Plan plan;
  private final SparkGlobals globals;
  private final ClaimEnd end;
  private final Deque<TestSession> sessions = new ArrayDeque<>();
  private @Nullable TestSession classSession;
  private boolean closed;

  /** Why the member is to be retired, from before the class's end. */
  private final List<String> earlyReasons = Collections.synchronizedList(new ArrayList<>());

  /**
   * What the class wants.
   *
   * @param conf settings of each session
   * @param classes the test's code
   * @param closeLimit for the whole of {@link #close}
   */
  record Plan(
      Map<String, String> conf,
      boolean sessionPerMethod,
      Reuse reuse,
      Supplier<ClassesJar> classes,
      Duration closeLimit) {}

  PooledServer(Claim claim, ControlSession control, Plan plan, SparkGlobals globals, ClaimEnd end) {
    this.claim = claim;
    this.control = control;
    this.plan = plan;
    this.globals = globals;
    this.end = end;
  }

  @Override
  public synchronized SparkSession session() {
    if (classSession == null) {
      classSession = open();
      globals.bind(classSession.session(), null);
    }
    return classSession.session();
  }

  @Override
  public synchronized SparkSession openMethodSession() {
    SparkSession around = classSession == null ? null : classSession.session();
    TestSession session = open();
    globals.bind(session.session(), (org.apache.spark.sql.connect.SparkSession) around);
    return session.session();
  }

  @Override
  public boolean sessionPerMethod() {
    return plan.sessionPerMethod();
  }

  @Override
  public void enter(SparkSession session) {
    globals.enter((org.apache.spark.sql.connect.SparkSession) session);
  }

  @Override
  public void release(SparkSession session) {
    TestSession released = take(session);
    if (released != null) {
      globals.unbind(released.session());
      earlyReasons.addAll(released.release(Limit.of(plan.closeLimit())));
    }
  }

  @Override
  public SparkSession newSession() {
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException(
            "The class that owned member " + claim.uid() + " has ended: it has no more sessions");
      }
      return open().session();
    }
  }

  private TestSession open() {
    TestSession session = new TestSession(url(), plan.classes());
    sessions.push(session);
    plan.conf().forEach((key, value) -> set(session.session(), key, value));
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
      throw e;
    }
  }

  private synchronized @Nullable TestSession take(SparkSession session) {
    for (TestSession candidate : sessions) {
      if (candidate.session() == session) {
        sessions.remove(candidate);
        return candidate;
      }
    }
    return null;
  }

  @Override
  public void close() {
    List<TestSession> open;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      open = new ArrayList<>(sessions);
      sessions.clear();
    }
    Limit limit = Limit.of(plan.closeLimit());
    List<String> reasons = new ArrayList<>(earlyReasons);
    for (TestSession session : open) {
      globals.unbind(session.session());
      reasons.addAll(session.release(limit));
    }
    reset(limit, reasons);
    control.close(limit.left());
    if (plan.reuse() == Reuse.NEVER) {
      reasons.add("the test asked for it (reuse = NEVER)");
    }
    finish(reasons);
  }

  private void reset(Limit limit, List<String> reasons) {
    try {
      ControlAnswer answer = control.reset(limit.left());
      reasons.addAll(answer.residue());
      reasons.addAll(answer.problems());
    } catch (RuntimeException e) {
      LOG.debug("The reset of member {} failed", claim.uid(), e);
      reasons.add("its reset failed (" + FirstLine.of(e) + ")");
    }
  }

  private void finish(List<String> reasons) {
    try {
      if (reasons.isEmpty()) {
        end.giveBack(claim);
      } else {
        end.retire(claim, String.join("; ", reasons));
      }
    } catch (RuntimeException e) {
      // The claim ends with this JVM at the latest: the member sees that its claimant is gone.
      LOG.warn("Member {} could neither be given back nor retired", claim.uid(), e);
    }
  }

  @Override
  public SparkConnectMember member() {
    return this;
  }

  @Override
  public String url() {
    Endpoint endpoint = record().endpoint();
    return urlOf(endpoint);
  }

  static String urlOf(Endpoint endpoint) {
    return "sc://" + endpoint.host() + ":" + endpoint.port() + "/;token=" + endpoint.token();
  }

  @Override
  public Optional<String> uid() {
    return Optional.of(claim.uid().value());
  }

  @Override
  public Optional<Long> pid() {
    return Optional.of(record().process().pid());
  }

  @Override
  public String sparkVersion() {
    return record().sparkVersion();
  }

  @Override
  public Optional<Path> log() {
    return Optional.of(record().log());
  }

  @Override
  public Optional<Path> directory() {
    return Optional.ofNullable(record().log().getParent());
  }

  private MemberRecord record() {
    return claim.member();
  }

  @Override
  public String toString() {
    return "member "
        + claim.uid()
        + " (Spark "
        + sparkVersion()
        + ", pid "
        + record().process().pid()
        + ")";
  }
}
