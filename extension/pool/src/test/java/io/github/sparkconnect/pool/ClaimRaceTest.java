package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * 64 real processes claim 16 members, also while the lock file is being deleted all the time. Each
 * round begins and ends with a barrier: all 64 are told to claim before any is told to return, so
 * that exactly 16 must win, each another member. Then two processes for each member take turns in
 * the queue, and each must get its turns.
 *
 * <p>One round of each by default, which takes the longest because all code is cold; {@code
 * -Dpool.race.rounds=200} for more.
 */
@Timeout(7200)
class ClaimRaceTest {

  private static final int PROCESSES = Integer.getInteger("pool.race.processes", 64);
  private static final int MEMBERS = Integer.getInteger("pool.race.members", 16);
  private static final int ROUNDS = Integer.getInteger("pool.race.rounds", 1);
  private static final int TURNS = Math.max(1, ROUNDS / 10);

  @TempDir Path directory;
  private LivePool live;
  private final List<Racer> racers = new ArrayList<>();

  private record Racer(BufferedWriter commands, BufferedReader answers) {

    void tell(String command) {
      try {
        commands.write(command + "\n");
        commands.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    String answer() {
      try {
        return String.valueOf(answers.readLine());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @BeforeEach
  void start() throws Exception {
    live = new LivePool(directory.resolve("pool"));
    for (int i = 0; i < MEMBERS; i++) {
      live.ready(LivePool.A, -i);
    }
    Path witnesses = Files.createDirectory(directory.resolve("witnesses"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    for (int i = 0; i < PROCESSES; i++) {
      Process process =
          live.spawned.start(
              new ProcessBuilder(
                  java,
                  "-Xmx32m",
                  "-Xss512k",
                  "-XX:+UseSerialGC",
                  "-XX:TieredStopAtLevel=1",
                  "-Xshare:auto",
                  "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                  // None is to be retired here; if one is, it must be said why.
                  "-Dorg.slf4j.simpleLogger.log.io.github.sparkconnect.pool.Pool=debug",
                  "-cp",
                  System.getProperty("java.class.path"),
                  ClaimRacer.class.getName(),
                  live.directory.path().toString(),
                  witnesses.toString(),
                  Integer.toString(MEMBERS)));
      racers.add(
          new Racer(
              process.outputWriter(StandardCharsets.UTF_8),
              process.inputReader(StandardCharsets.UTF_8)));
    }
    assertThat(racers.stream().map(Racer::answer)).containsOnly("ready");
  }

  @AfterEach
  void close() {
    live.close();
  }

  private List<String> tellAll(String command) {
    return tell(racers, command);
  }

  private static List<String> tell(List<Racer> some, String command) {
    some.forEach(racer -> racer.tell(command));
    return some.stream().map(Racer::answer).toList();
  }

  @Test
  void noMemberIsClaimedTwiceAndNoneIsLost() throws Exception {
    for (int round = 1; round <= ROUNDS; round++) {
      claimAndReturn("round " + round);
    }
    if (ROUNDS > 1) {
      takeTurns(TURNS);
    }

    AtomicBoolean over = new AtomicBoolean();
    Thread deleter = new Thread(() -> deleteLock(over), "deletes the lock file");
    deleter.start();
    try {
      for (int round = 1; round <= ROUNDS; round++) {
        claimAndReturn("round " + round + " without a stable lock file");
      }
      takeTurns(TURNS);
    } finally {
      over.set(true);
      deleter.join();
    }
  }

  private void claimAndReturn(String round) {
    List<String> claimed =
        tellAll("claim").stream().filter(answer -> !answer.equals("none")).toList();
    assertThat(claimed).as(round).hasSize(MEMBERS).doesNotHaveDuplicates();
    assertThat(claimed).as(round).allMatch(answer -> Uid.parse(answer).isPresent());
    assertThat(live.pool.snapshot().entries(PoolEntry.Claimed.class)).as(round).hasSize(MEMBERS);

    List<String> returned =
        tellAll("return").stream().filter(answer -> !answer.equals("none")).toList();
    assertThat(returned).as(round).hasSize(MEMBERS).containsOnly("true");
    assertAllIdle(round);
  }

  /**
   * Two for each member through the queue, which must serve everybody: a failure is an answer that
   * is no number.
   */
  private void takeTurns(int times) {
    long before = uses();
    List<Racer> some = racers.subList(0, Math.min(racers.size(), 2 * MEMBERS));
    assertThat(tell(some, "acquire " + times)).containsOnly(Integer.toString(times));
    assertAllIdle("after taking turns");
    assertThat(uses() - before).isEqualTo((long) some.size() * times);
    assertThat(live.pool.snapshot().waiters()).isEmpty();
  }

  private void assertAllIdle(String round) {
    PoolSnapshot snapshot = live.pool.snapshot();
    assertThat(snapshot.entries()).as(round).hasSize(MEMBERS);
    assertThat(snapshot.entries(PoolEntry.Idle.class)).as(round).hasSize(MEMBERS);
    assertThat(snapshot.problems()).as(round).isEmpty();
  }

  private long uses() {
    return live.pool.snapshot().entries(PoolEntry.Idle.class).stream()
        .mapToLong(idle -> idle.member().uses())
        .sum();
  }

  private void deleteLock(AtomicBoolean over) {
    Path lock = live.directory.resolve(new EntryName.Lock());
    while (!over.get()) {
      try {
        Files.deleteIfExists(lock);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      LockSupport.parkNanos(200_000);
    }
  }
}
