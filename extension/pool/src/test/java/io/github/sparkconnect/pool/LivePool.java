package io.github.sparkconnect.pool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A pool whose members are real processes with the command line of members, and whose ports are
 * listened on by the test.
 */
final class LivePool implements AutoCloseable {

  static final Fingerprint A = Fingerprint.of(Map.of("jvmArgs", "-Xmx1g"));
  static final Fingerprint B = Fingerprint.of(Map.of("jvmArgs", "-Xmx2g"));
  static final MemberProbe HEALTHY = member -> Health.healthy();

  final Spawned spawned = new Spawned();
  final SystemProcesses processes = new SystemProcesses();
  final PoolFixture.TestClock clock = new PoolFixture.TestClock();
  final PoolDirectory directory;
  final Pool pool;
  final MemberPool members;
  final List<Uid> launched = new CopyOnWriteArrayList<>();
  private final Map<Uid, ServerSocket> sockets = new ConcurrentHashMap<>();

  LivePool(Path path) {
    this.directory = PoolDirectory.open(path);
    this.pool = Pool.open(directory, processes, clock, Duration.ofSeconds(20));
    this.members = new MemberPool(pool, processes, clock);
  }

  /** A launcher whose members are ready at once. */
  MemberLauncher launcher(Fingerprint fingerprint) {
    return uid -> {
      launched.add(uid);
      ProcessIdentity process = start(uid);
      publish(uid, fingerprint, process, clock.instant());
      return process;
    };
  }

  /** Starts the process of an announced member. */
  ProcessIdentity start(Uid uid) {
    return processes.identify(spawned.member(directory.path(), uid).pid()).orElseThrow();
  }

  /** Does what the member of that process would do: says who it is, listens, publishes. */
  MemberRecord publish(Uid uid, Fingerprint fingerprint, ProcessIdentity process, Instant created) {
    pool.identify(uid, process);
    MemberRecord member = record(uid, fingerprint, process, created);
    pool.publish(uid, member);
    return member;
  }

  MemberRecord record(Uid uid, Fingerprint fingerprint, ProcessIdentity process, Instant created) {
    try {
      ServerSocket socket = new ServerSocket(0, 50, InetAddress.getByName("localhost"));
      sockets.put(uid, socket);
      acceptAll(socket);
      return new MemberRecord(
          uid,
          new Endpoint("localhost", socket.getLocalPort(), "token"),
          "4.2.0",
          fingerprint,
          process,
          created,
          directory.log(uid));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Without this, the connections that nobody accepts fill the queue, and the next one hangs. */
  private static void acceptAll(ServerSocket socket) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (true) {
                  socket.accept().close();
                }
              } catch (IOException e) {
                // Closed: the test is over.
              }
            },
            "port of a member");
    thread.setDaemon(true);
    thread.start();
  }

  /** A ready member, created at that many minutes from now. */
  MemberRecord ready(Fingerprint fingerprint, int minutes) {
    Uid uid = Uid.random();
    pool.announce(uid, fingerprint, "4.2.0", processes.self());
    return publish(uid, fingerprint, start(uid), clock.instant().plus(Duration.ofMinutes(minutes)));
  }

  void stopListening(Uid uid) {
    ServerSocket socket = sockets.remove(uid);
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  AcquireRequest request(Fingerprint fingerprint, int maxMembers) {
    return new AcquireRequest(fingerprint, "4.2.0", "SomeTest", maxMembers, Duration.ofSeconds(60));
  }

  Claim acquire(Fingerprint fingerprint, int maxMembers) {
    return members.acquire(
        request(fingerprint, maxMembers), HEALTHY, launcher(fingerprint), AcquireListener.SILENT);
  }

  /** How many processes with the command line of a member of this pool live. */
  long livingMembers() {
    return launched.stream()
        .filter(uid -> Files.exists(directory.processFile(uid)))
        .filter(
            uid ->
                pool.snapshot()
                    .entry(uid)
                    .flatMap(PoolEntry::process)
                    .filter(process -> processes.isMember(process, uid))
                    .isPresent())
        .count();
  }

  @Override
  public void close() {
    List.copyOf(sockets.keySet()).forEach(this::stopListening);
    spawned.close();
  }
}
