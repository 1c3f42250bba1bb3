package io.github.sparkconnect.junit;

import static org.mockito.Mockito.mock;

import io.github.sparkconnect.pool.AcquireRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Servers without Spark, which write down what is asked of them; installed for each test. */
final class StandInSource implements ServerSource, BeforeEachCallback, AfterEachCallback {

  private final List<String> events = new ArrayList<>();
  private final AtomicInteger sessions = new AtomicInteger();
  private @Nullable RuntimeException refusal;
  private @Nullable Path log;
  private @Nullable String explanation;
  private boolean lost;

  @Override
  public void beforeEach(ExtensionContext context) {
    ServerSources.replace(this);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    ServerSources.replace(null);
  }

  /** From now on no server can be had. */
  void refuse(RuntimeException newRefusal) {
    refusal = newRefusal;
  }

  /** The servers' log is this file. */
  void logsTo(Path file) {
    log = file;
  }

  /** This is what servers have to say about each failure. */
  void explains(String text) {
    explanation = text;
  }

  /** And they say it because they are gone. */
  void isLostWhenExplained() {
    lost = true;
  }

  /** For example {@code claim OrdersTest master=}, {@code enter 1}, {@code close OrdersTest}. */
  List<String> events() {
    synchronized (events) {
      return List.copyOf(events);
    }
  }

  List<String> claimsAndCloses() {
    return events().stream()
        .filter(event -> event.startsWith("claim") || event.startsWith("close"))
        .toList();
  }

  private void note(String event) {
    synchronized (events) {
      events.add(event);
    }
  }

  @Override
  public ClassServer claim(
      ServerRequest request, ExtensionContext context, AcquireRequest.WhenFull whenFull) {
    String owner = context.getRequiredTestClass().getSimpleName();
    note("claim " + owner + (request.master().isEmpty() ? "" : " " + request.master()));
    if (refusal != null) {
      throw refusal;
    }
    return new StandIn(owner, request.session() == SessionScope.PER_METHOD);
  }

  /** A session that can only be told from others. */
  private SparkSession openFor(String owner) {
    SparkSession session = mock(SparkSession.class, owner + "#" + sessions.incrementAndGet());
    note("open " + session);
    return session;
  }

  private final class StandIn implements ClassServer, SparkConnectMember {

    private final String owner;
    private final boolean perMethod;
    private @Nullable SparkSession session;
    private Optional<SparkConnectException> loss = Optional.empty();

    StandIn(String owner, boolean perMethod) {
      this.owner = owner;
      this.perMethod = perMethod;
    }

    @Override
    public synchronized SparkSession session() {
      if (session == null) {
        session = openFor(owner);
      }
      return session;
    }

    @Override
    public SparkSession openMethodSession() {
      return openFor(owner);
    }

    @Override
    public boolean sessionPerMethod() {
      return perMethod;
    }

    @Override
    public void enter(SparkSession entered) {
      note("enter " + entered);
    }

    @Override
    public void release(SparkSession released) {
      note("release " + released);
    }

    @Override
    public SparkConnectMember member() {
      return this;
    }

    @Override
    public Optional<SparkConnectException> explain(Throwable failure) {
      note("explain " + failure.getMessage());
      Optional<SparkConnectException> said =
          Optional.ofNullable(explanation).map(text -> new SparkConnectException(text, failure));
      if (lost) {
        loss = said;
      }
      return said;
    }

    @Override
    public Optional<SparkConnectException> loss() {
      return loss;
    }

    @Override
    public void close() {
      note("close " + owner);
    }

    @Override
    public String url() {
      return "sc://localhost:1";
    }

    @Override
    public Optional<String> uid() {
      return Optional.of("0123456789ab");
    }

    @Override
    public Optional<Long> pid() {
      return Optional.empty();
    }

    @Override
    public String sparkVersion() {
      return "4.2.0";
    }

    @Override
    public Optional<Path> log() {
      return Optional.ofNullable(log);
    }

    @Override
    public Optional<Path> directory() {
      return Optional.empty();
    }

    @Override
    public SparkSession newSession() {
      return openFor(owner);
    }
  }
}
