package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.Claimant;
import io.github.sparkconnect.pool.Endpoint;
import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.PoolException;
import io.github.sparkconnect.pool.SystemProcesses;
import io.github.sparkconnect.pool.Uid;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** The close of a class whose server is there, but the connection to it is not what it was. */
@SparkConnectServer
@Timeout(120)
@TestMethodOrder(OrderAnnotation.class)
class BadConnectionTest {

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final List<String> ends = new ArrayList<>();
  private boolean poolIsGone;
  private TcpProxy proxy;
  private PooledServer server;

  @BeforeEach
  void connect(SparkConnectMember member) throws IOException {
    URI url = URI.create(member.url());
    proxy = new TcpProxy(url.getPort());
    Endpoint endpoint =
        new Endpoint("localhost", proxy.port(), member.url().replaceFirst(".*token=", ""));
    String through = PooledServer.urlOf(endpoint);
    ControlSession control = ControlSession.open(through);
    control.ping(Duration.ofSeconds(30));
    server =
        new PooledServer(
            claim(member, endpoint),
            new MemberLoss(
                claim(member, endpoint).member(), new SystemProcesses(), new StartedProcesses()),
            control,
            new ClassSessions(
                through,
                new ClassSessions.Plan(
                    Map.of(), false, BadConnectionTest.class, List.of(), CLOSE_LIMIT),
                new SparkGlobals()),
            Reuse.ALWAYS,
            new PooledServer.ClaimEnd() {
              @Override
              public void giveBack(Claim claim) {
                if (poolIsGone) {
                  throw new PoolException("no pool");
                }
                ends.add("given back");
              }

              @Override
              public void retire(Claim claim, String reason) {
                ends.add("retired: " + reason);
              }
            });
    assertThat(server.session().range(3).count()).isEqualTo(3);
  }

  private static Claim claim(SparkConnectMember member, Endpoint endpoint) {
    SystemProcesses processes = new SystemProcesses();
    MemberRecord record =
        new MemberRecord(
            new Uid(member.uid().orElseThrow()),
            endpoint,
            member.sparkVersion(),
            new io.github.sparkconnect.pool.Fingerprint("0".repeat(64), new java.util.TreeMap<>()),
            processes.identify(member.pid().orElseThrow()).orElseThrow(),
            Instant.now(),
            member.log().orElseThrow());
    return new Claim(record, new Claimant(processes.self(), "test", Instant.now()));
  }

  @AfterEach
  void disconnect() throws IOException {
    proxy.close();
  }

  @Test
  void droppedPacketsRetireTheServerInTime() {
    proxy.dropEverything();

    assertThat(closeTime()).isLessThan(CLOSE_LIMIT.multipliedBy(3));

    assertThat(ends)
        .singleElement()
        .asString()
        .startsWith("retired: ")
        .contains("its reset failed");
  }

  @Test
  void aVerySlowConnectionRetiresTheServerInTime() {
    proxy.delay(3_000);

    assertThat(closeTime()).isLessThan(CLOSE_LIMIT.multipliedBy(3));

    assertThat(ends).singleElement().asString().startsWith("retired: ");
  }

  @Test
  void aConnectionThatIsCutRetiresTheServerAtOnce() throws IOException {
    proxy.close();

    assertThat(closeTime()).isLessThan(CLOSE_LIMIT.multipliedBy(3));

    assertThat(ends).singleElement().asString().startsWith("retired: ");
  }

  @Test
  void aServerThatCannotBeGivenBackIsNamed(SparkConnectMember member) {
    poolIsGone = true;

    try (Warnings warnings = Warnings.of(PooledServer.class)) {
      server.close();
      assertThat(warnings.messages())
          .singleElement()
          .asString()
          .endsWith(
              "Member " + member.uid().orElseThrow() + " could neither be given back nor retired");
    }
    assertThat(ends).isEmpty();
  }

  @Test
  void aSlowConnectionIsGoodEnough() {
    proxy.delay(20);

    assertThat(closeTime()).isLessThan(CLOSE_LIMIT.multipliedBy(3));

    assertThat(ends).singleElement().isEqualTo("given back");
  }

  @Test
  void closingTwiceAndOnAnotherThreadIsOneClose() throws InterruptedException {
    Thread other = new Thread(server::close);
    other.start();
    other.join();
    server.close();

    assertThat(ends).singleElement().isEqualTo("given back");
  }

  /** The last of them, because this is the server of the class itself. */
  @Test
  @Order(Integer.MAX_VALUE)
  void aServerKilledDuringTheCloseIsRetiredInTime(SparkConnectMember member) {
    ProcessHandle process = ProcessHandle.of(member.pid().orElseThrow()).orElseThrow();
    proxy.duringNext(process::destroyForcibly);

    assertThat(closeTime()).isLessThan(CLOSE_LIMIT.multipliedBy(3));

    assertThat(ends)
        .singleElement()
        .asString()
        .startsWith("retired: ")
        // Whichever is seen first.
        .containsAnyOf("its reset failed", "its process has ended");
    Awaitility.await()
        .atMost(Duration.ofSeconds(15))
        .until(() -> new SystemProcesses().identify(process.pid()).isEmpty());
  }

  private Duration closeTime() {
    Instant start = Instant.now();
    server.close();
    return Duration.between(start, Instant.now());
  }
}
