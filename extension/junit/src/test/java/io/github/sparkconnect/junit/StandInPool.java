package io.github.sparkconnect.junit;

import static org.mockito.Mockito.mock;

import io.github.sparkconnect.pool.AcquireListener;
import io.github.sparkconnect.pool.AcquireRequest;
import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.Endpoint;
import io.github.sparkconnect.pool.Fingerprint;
import io.github.sparkconnect.pool.Health;
import io.github.sparkconnect.pool.MemberPool;
import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.ProcessIdentity;
import io.github.sparkconnect.pool.Processes;
import io.github.sparkconnect.pool.SystemProcesses;
import io.github.sparkconnect.pool.Uid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The real pool with members that are no Spark: small processes that are told when they are claimed
 * and given back, and write down if that ever happens out of turn.
 */
final class StandInPool implements ServerSource, AutoCloseable {

  /** Reads "begin" and "end"; whatever is not their strict alternation is a violation. */
  private static final String MEMBER =
      """
      held=
      while read -r word; do
        case "$held$word" in
          begin) held=held; echo begin ;;
          heldend) held=; echo end ;;
          *) echo "violation: $held $word" ;;
        esac
      done
      """;

  private final Processes processes = new SystemProcesses();
  private final Pool pool;
  private final MemberPool members;
  private final int maxMembers;
  private final ServerSocket port = new ServerSocket(0, 100, InetAddress.getByName("localhost"));
  private final Path histories;
  private final Map<Uid, Process> started = new ConcurrentHashMap<>();
  private final SparkSession session = mock(SparkSession.class);

  /**
   * @param histories where the members write down what they are told
   */
  StandInPool(Path directory, Path histories, int maxMembers) throws IOException {
    this.histories = histories;
    this.maxMembers = maxMembers;
    this.pool = PoolLocation.open(directory, processes, Duration.ofSeconds(30));
    this.members = new MemberPool(pool, processes, Clock.systemUTC());
    Thread acceptor = new Thread(this::accept, "stand-in port");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  private void accept() {
    try {
      while (true) {
        port.accept().close();
      }
    } catch (IOException e) {
      // Closed: the end.
    }
  }

  @Override
  public ClassServer claim(
      ServerRequest request, ExtensionContext context, AcquireRequest.WhenFull whenFull) {
    Fingerprint fingerprint = fingerprint(request.master());
    AcquireRequest wanted =
        new AcquireRequest(
            fingerprint,
            "4.2.0",
            context.getRequiredTestClass().getName(),
            maxMembers,
            Duration.ofMinutes(2),
            whenFull);
    Claim claim =
        members.acquire(
            wanted,
            member -> Health.healthy(),
            uid -> launch(uid, fingerprint),
            AcquireListener.SILENT);
    tell(claim.uid(), "begin");
    return new Server(claim);
  }

  /** Returns what each member wrote down. */
  List<List<String>> histories() throws IOException {
    List<List<String>> all = new ArrayList<>();
    for (Uid uid : started.keySet()) {
      all.add(Files.readAllLines(history(uid)));
    }
    return all;
  }

  /** Returns how many members have been started. */
  int started() {
    return started.size();
  }

  private Path history(Uid uid) {
    return histories.resolve(uid + ".history");
  }

  private static Fingerprint fingerprint(String master) {
    return Fingerprint.builder()
        .master(master)
        .serverConf(Map.of())
        .versions("4.2.0", "2.13", "test")
        .serverClassPath("none")
        .java(Path.of("/java"), "17")
        .jvmArgs(List.of())
        .workingDirectory(Path.of("/"))
        .regional(ZoneOffset.UTC, Locale.ROOT, StandardCharsets.UTF_8)
        .environment(Map.of())
        .build();
  }

  private ProcessIdentity launch(Uid uid, Fingerprint fingerprint) {
    try {
      Process process =
          new ProcessBuilder("/bin/sh", "-c", MEMBER, OwnCode.MEMBER_MAIN, uid.value())
              .redirectErrorStream(true)
              .redirectOutput(history(uid).toFile())
              .start();
      started.put(uid, process);
      ProcessIdentity identity = processes.identify(process.pid()).orElseThrow();
      pool.identify(uid, identity);
      pool.publish(
          uid,
          new MemberRecord(
              uid,
              new Endpoint("localhost", port.getLocalPort(), "0123456789abcdef"),
              "4.2.0",
              fingerprint,
              identity,
              Instant.now(),
              pool.directory().log(uid)));
      return identity;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("resource") // The process's own stream, which has to stay open.
  private void tell(Uid uid, String word) {
    try {
      Writer writer = Objects.requireNonNull(started.get(uid)).outputWriter();
      synchronized (writer) {
        writer.write(word + "\n");
        writer.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the members, and waits for that. */
  @Override
  public void close() throws IOException {
    for (Process process : started.values()) {
      process.getOutputStream().close();
    }
    started.values().forEach(process -> process.onExit().join());
    port.close();
  }

  private final class Server implements ClassServer, SparkConnectMember {

    private final Claim claim;
    private final AtomicBoolean closed = new AtomicBoolean();

    Server(Claim claim) {
      this.claim = claim;
    }

    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        tell(claim.uid(), "end");
        members.giveBack(claim);
      }
    }

    @Override
    public SparkSession session() {
      return session;
    }

    @Override
    public SparkSession openMethodSession() {
      return session;
    }

    @Override
    public SparkSession newSession() {
      return session;
    }

    @Override
    public boolean sessionPerMethod() {
      return false;
    }

    @Override
    public void enter(SparkSession entered) {}

    @Override
    public void release(SparkSession released) {}

    @Override
    public SparkConnectMember member() {
      return this;
    }

    @Override
    public Optional<SparkConnectException> explain(Throwable failure) {
      return Optional.empty();
    }

    @Override
    public Optional<SparkConnectException> loss() {
      return Optional.empty();
    }

    @Override
    public String url() {
      return "sc://localhost:1";
    }

    @Override
    public Optional<String> uid() {
      return Optional.of(claim.uid().value());
    }

    @Override
    public Optional<Long> pid() {
      return Optional.of(claim.member().process().pid());
    }

    @Override
    public String sparkVersion() {
      return "4.2.0";
    }

    @Override
    public Optional<Path> log() {
      return Optional.empty();
    }

    @Override
    public Optional<Path> directory() {
      return Optional.empty();
    }
  }
}
