package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.spark.sql.connect.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/**
 * The rule of {@link MlCache}, with models that a real server has fitted: while one clean-up call
 * is blocked on the wire, others are made.
 *
 * <p>Repeated, because what it guards against depends on time.
 */
@SparkConnectServer
class MlCacheOnServerTest {

  private static final int TIMES = 15;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final List<SparkSession> opened = new ArrayList<>();
  private Warnings warnings;
  private Client client;
  private Client other;

  /** A session, its ML cache, and what went over its wire. */
  private record Client(SparkSession session, MlCalls wire, MlCache cache) {
    String fit() {
      return MlModels.fit(session);
    }

    List<String> kept() {
      return MlModels.kept(session);
    }
  }

  @BeforeEach
  void open(SparkConnectMember member) {
    client = connect(member.url());
    other = connect(member.url());
    warnings = Warnings.of(MlCache.class);
  }

  private Client connect(String url) {
    DeadlineInterceptor deadline = new DeadlineInterceptor();
    MlCalls wire = new MlCalls();
    SparkSession session = ConnectSession.open(url, 0, false, deadline, wire);
    opened.add(session);
    // Fitting is not what is tested: as little of it as can be.
    session.conf().set("spark.sql.codegen.wholeStage", "false");
    session.conf().set("spark.sql.shuffle.partitions", "1");
    session.conf().set("spark.sql.adaptive.enabled", "false");
    return new Client(
        session,
        wire,
        new MlCache(
            "session " + session.sessionId(), new SessionMlCalls(url, session.client(), deadline)));
  }

  @AfterEach
  void close() {
    warnings.close();
    opened.forEach(SparkSession::close);
  }

  @RepeatedTest(TIMES)
  void aNestedDeletionIsSentOnceByTheOuterOne() {
    String a = client.fit();
    String b = client.fit();
    client.wire().duringNext(() -> assertThat(client.cache().delete(List.of(b), LIMIT)).isFalse());

    assertThat(client.cache().delete(List.of(a), LIMIT)).isTrue();

    assertThat(client.wire().calls()).containsExactly("delete " + a, "delete " + b);
    assertThat(client.kept()).isEmpty();
    assertThat(warnings.messages())
        .singleElement()
        .asString()
        .contains(
            "'delete(" + b + ")'",
            "'delete(" + a + ")'",
            "session " + client.session().sessionId());
  }

  @RepeatedTest(TIMES)
  void aNestedCleanIsSentOnceByTheOuterDeletion() {
    String a = client.fit();
    client.fit();
    client.wire().duringNext(() -> assertThat(client.cache().clean(LIMIT)).isFalse());

    assertThat(client.cache().delete(List.of(a), LIMIT)).isTrue();

    assertThat(client.wire().calls()).containsExactly("delete " + a, "clean");
    assertThat(client.kept()).isEmpty();
    assertThat(warnings.messages()).singleElement().asString().contains("'clean'", "'delete(" + a);
  }

  @Test
  void whatIsNestedInACleanNeedsNoCall() {
    String a = client.fit();
    client.fit();
    client
        .wire()
        .duringNext(
            () -> {
              assertThat(client.cache().delete(List.of(a), LIMIT)).isFalse();
              assertThat(client.cache().clean(LIMIT)).isFalse();
            });

    assertThat(client.cache().clean(LIMIT)).isTrue();

    assertThat(client.wire().calls()).containsExactly("clean");
    assertThat(client.kept()).isEmpty();
    assertThat(warnings.messages()).hasSize(2);
  }

  @RepeatedTest(TIMES)
  void anotherThreadIsServedWhileTheOuterCallIsBlocked() throws Exception {
    String a = client.fit();
    String b = client.fit();
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    client
        .wire()
        .duringNext(
            () -> {
              blocked.countDown();
              await(release);
            });
    CompletableFuture<Boolean> outer =
        CompletableFuture.supplyAsync(() -> client.cache().delete(List.of(a), LIMIT));
    await(blocked);

    assertThat(client.cache().delete(List.of(b), LIMIT)).isTrue();
    assertThat(client.kept()).as("the outer call has not reached the server").hasSize(1);

    release.countDown();
    assertThat(outer.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(client.wire().calls()).containsExactly("delete " + a, "delete " + b);
    assertThat(client.kept()).isEmpty();
    assertThat(warnings.messages()).isEmpty();
  }

  @RepeatedTest(TIMES)
  void anotherClientOnTheSameThreadIsServed() {
    String a = client.fit();
    other.fit();
    client
        .wire()
        .duringNext(
            () -> {
              assertThat(other.cache().clean(LIMIT)).isTrue();
              assertThat(other.kept()).isEmpty();
            });

    assertThat(client.cache().delete(List.of(a), LIMIT)).isTrue();

    assertThat(client.wire().calls()).containsExactly("delete " + a);
    assertThat(other.wire().calls()).containsExactly("clean");
    assertThat(client.kept()).isEmpty();
    assertThat(warnings.messages()).isEmpty();
  }

  @Test
  void withoutNestingTheCallsAreThoseThatWereMade() {
    List<String> models = IntStream.range(0, 3).mapToObj(i -> client.fit()).toList();
    assertThat(client.kept()).hasSize(3);

    client.cache().delete(models.subList(0, 2), LIMIT);
    assertThat(client.kept()).hasSize(1);
    client.cache().clean(LIMIT);

    assertThat(client.wire().calls())
        .containsExactly("delete " + String.join(" ", models.subList(0, 2)), "clean");
    assertThat(client.kept()).isEmpty();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
