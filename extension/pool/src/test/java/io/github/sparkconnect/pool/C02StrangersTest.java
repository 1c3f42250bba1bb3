package io.github.sparkconnect.pool;

import static io.github.sparkconnect.pool.LivePool.A;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Case C02: records that name strangers, with a port that accepts and stays silent. None is
 * claimed, none signalled, and all records are gone after reaping.
 */
@Timeout(60)
class C02StrangersTest {

  @TempDir Path directory;
  private final Spawned spawned = new Spawned();

  @AfterEach
  void endProcesses() {
    spawned.close();
  }

  @Test
  void recordsThatNameStrangersAreRemovedAndTheStrangersLive() throws Exception {
    try (LivePool live = new LivePool(directory.resolve("pool"));
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName("localhost"))) {
      List<ProcessIdentity> living = new ArrayList<>();
      living.add(live.processes.identify(spawned.stranger().pid()).orElseThrow());
      living.add(live.processes.self());
      live.processes.identify(1).ifPresent(living::add);
      List<ProcessIdentity> named = new ArrayList<>(living);
      named.add(dead(live));
      // The right pid with a start that is not its own, and one that is no start at all.
      named.add(new ProcessIdentity(living.get(0).pid(), dead(live).startId()));
      named.add(new ProcessIdentity(living.get(0).pid(), "yesterday"));

      List<Uid> planted = new ArrayList<>();
      for (ProcessIdentity stranger : named) {
        planted.add(plant(live, stranger, silent.getLocalPort(), State.SERVER));
        planted.add(plant(live, stranger, silent.getLocalPort(), State.CLAIMED));
        planted.add(plant(live, stranger, silent.getLocalPort(), State.RETIRED));
        planted.add(plant(live, stranger, silent.getLocalPort(), State.ORPHAN));
        planted.add(plant(live, stranger, silent.getLocalPort(), State.MALFORMED));
      }
      assertThat(live.pool.snapshot().entries()).hasSizeGreaterThan(named.size() * 3);

      List<Uid> probed = new ArrayList<>();
      Claim claim =
          live.members.acquire(
              live.request(A, 1),
              member -> {
                probed.add(member.uid());
                return Health.healthy();
              },
              live.launcher(A),
              AcquireListener.SILENT);
      assertThat(planted).doesNotContain(claim.uid());
      assertThat(probed).containsExactly(claim.uid());
      live.members.giveBack(claim);

      Reaper reaper = new Reaper(live.pool, live.processes, live.clock);
      for (int pass = 0; pass < 3; pass++) {
        reaper.reap();
        live.clock.advance(Duration.ofMinutes(3));
      }
      live.clock.advance(Duration.ofDays(2));
      reaper.reap();

      assertThat(live.processes.liveness(living.get(0))).isEqualTo(Liveness.SAME);
      assertThat(living)
          .allSatisfy(
              stranger -> assertThat(live.processes.liveness(stranger)).isEqualTo(Liveness.SAME));
      assertThat(live.pool.snapshot().entries()).hasSize(1);
      try (Stream<Path> left = Files.list(live.directory.path())) {
        assertThat(left.map(path -> path.getFileName().toString()))
            .allMatch(name -> name.startsWith(".lock") || name.contains(claim.uid().value()));
      }
    }
  }

  private enum State {
    SERVER,
    CLAIMED,
    RETIRED,
    ORPHAN,
    MALFORMED
  }

  private ProcessIdentity dead(LivePool live) {
    Process process = spawned.stranger();
    ProcessIdentity identity = live.processes.identify(process.pid()).orElseThrow();
    process.destroyForcibly();
    await().until(() -> !process.isAlive());
    return identity;
  }

  /** Writes a record as a real member would, and moves it to the state. */
  private static Uid plant(LivePool live, ProcessIdentity stranger, int port, State state)
      throws IOException {
    Uid uid = Uid.random();
    live.pool.announce(uid, A, "4.2.0", live.processes.self());
    live.pool.identify(uid, stranger);
    live.pool.publish(
        uid,
        new MemberRecord(
            uid,
            new Endpoint("localhost", port, "token"),
            "4.2.0",
            A,
            stranger,
            live.clock.instant(),
            live.directory.log(uid)));
    Path server = live.directory.resolve(new EntryName.Server(uid));
    switch (state) {
      case SERVER -> {}
      case CLAIMED ->
          Files.move(
              server,
              live.directory.resolve(new EntryName.Claimed(stranger.pid(), uid)),
              StandardCopyOption.ATOMIC_MOVE);
      case RETIRED -> live.pool.retire(uid, "planted");
      case ORPHAN -> Files.delete(server);
      case MALFORMED ->
          Files.writeString(server, Files.readString(server).replace("\"uses\":0", "\"uses\":-1"));
    }
    return uid;
  }
}
