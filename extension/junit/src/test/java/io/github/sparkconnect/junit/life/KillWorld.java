package io.github.sparkconnect.junit.life;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sparkconnect.junit.life.ClaimingJvm.Claimed;
import io.github.sparkconnect.pool.ProcessIdentity;
import io.github.sparkconnect.pool.SystemProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;

/**
 * A pool in which faults strike, the JVMs that use it, and a stranger that must survive it all.
 *
 * <p>Each generation of members has a fingerprint of its own, so that a boot can be had at will.
 */
final class KillWorld implements AutoCloseable {

  /** Three times the five seconds in which a member goes away by itself. */
  static final Duration SOON = Duration.ofSeconds(15);

  final Path pool;
  final PoolAudit audit;
  private Random moments = new Random(0);
  private boolean early = true;
  private final LockSampler lock;
  private final Process stranger;
  private final List<ClaimingJvm> jvms = new ArrayList<>();
  private @Nullable ClaimingJvm visitor;
  private int generation;

  KillWorld(Path pool) {
    this.pool = pool;
    this.audit = new PoolAudit(pool);
    this.lock = LockSampler.start(pool);
    this.stranger = start("sleep", "86400");
  }

  /** From now on faults strike at random moments; without this, as early as they can. */
  void atMomentsOf(Random random) {
    moments = random;
    early = false;
  }

  /** Starts a test JVM that waits for orders. */
  ClaimingJvm newJvm() {
    return newJvm(launch -> launch);
  }

  ClaimingJvm newJvm(UnaryOperator<ClaimingJvm.Launch> change) {
    ClaimingJvm jvm =
        change
            .apply(new ClaimingJvm.Launch())
            .setting("pool.dir", pool)
            .setting("pool.maxMembers", 3)
            .setting("pool.idleTimeout", "2m")
            .setting("jvmArgs", "-Xmx512m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
            .setting("maven.offline", "true")
            .start();
    jvms.add(jvm);
    return jvm;
  }

  /** Starts one that is the leader of a process group, as if a terminal had started it. */
  ClaimingJvm newJvmInAGroup() {
    // What runs in the background of a shell ignores INT, and hands that on.
    return newJvm(launch -> launch.before("setsid", "env", "--default-signal=INT,HUP"));
  }

  /** Returns a JVM that lives through faults. */
  ClaimingJvm visitor() {
    if (visitor == null) {
      visitor = newJvm();
    }
    return visitor;
  }

  void dismissVisitor() {
    if (visitor != null) {
      visitor.close();
      visitor = null;
    }
  }

  /** From now on no ready member fits. */
  void nextGeneration() {
    generation++;
  }

  void orderClaim(ClaimingJvm jvm, String... parameters) {
    List<String> words =
        new ArrayList<>(
            List.of("claim", "sparkconnect.serverConf=spark.kill.generation=" + generation));
    words.addAll(List.of(parameters));
    jvm.tell(words.toArray(new String[0]));
  }

  Claimed claim(ClaimingJvm jvm, String... parameters) {
    orderClaim(jvm, parameters);
    return jvm.claimed();
  }

  /** Has the visitor claim a member and give it back. */
  Claimed idleMember() {
    Claimed claimed = claim(visitor());
    giveBack(visitor());
    return claimed;
  }

  static void giveBack(ClaimingJvm jvm) {
    assertThat(jvm.ask("return")).as(jvm.output()).isEqualTo("returned");
  }

  /**
   * What happens after a fault: records that name strangers turn up, and somebody comes who needs a
   * server, twice.
   *
   * @return the first server that was had
   */
  Claimed recover() {
    plantStrangers();
    Claimed first = claim(visitor());
    for (int time = 1; time <= 2; time++) {
      assertThat(visitor().ask("query")).as(visitor().output()).isEqualTo("done\t45");
      giveBack(visitor());
      if (time == 1) {
        claim(visitor());
      }
    }
    return first;
  }

  /** Copies a ready member's record for processes that are no members. */
  private void plantStrangers() {
    List<String> ready = audit.names().stream().filter(n -> n.startsWith("server-")).toList();
    if (ready.isEmpty()) {
      return;
    }
    SystemProcesses processes = new SystemProcesses();
    for (long pid : List.of(stranger.pid(), ProcessHandle.current().pid())) {
      ProcessIdentity identity = processes.identify(pid).orElseThrow();
      if (audit.record(ready.get(0)) instanceof ObjectNode record) {
        record.put("pid", pid).put("startId", identity.startId()).put("created", 1);
        String name = "server-" + String.format("%012x", moments.nextLong() >>> 16) + ".json";
        try {
          Path draft = Files.createTempFile(pool.getParent(), "planted", ".json");
          Files.writeString(draft, record.toString());
          Files.move(draft, pool.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  /** The audit: the pool is in order and the stranger lives. */
  void audit() {
    audit.passes();
    assertThat(stranger.isAlive()).as("the stranger lives").isTrue();
  }

  /** Waits until a member is being started, and its process has said who it is. */
  Claimed awaitBooting() {
    List<Claimed> booting = new ArrayList<>();
    await(Duration.ofMinutes(1))
        .until(
            () -> {
              for (PoolAudit.LiveMember member : audit.liveMembers()) {
                if (Files.exists(pool.resolve("pending-" + member.uid() + ".json"))
                    && Files.exists(pool.resolve("member-" + member.uid() + "/process.json"))) {
                  booting.add(new Claimed(member.uid(), member.pid()));
                  return true;
                }
              }
              return false;
            });
    return booting.get(0);
  }

  /** Waits until a member whose launcher is gone is ready, or is gone, too. */
  void awaitSettled(Claimed member) {
    await(Duration.ofMinutes(3))
        .until(
            () ->
                audit.names().contains("server-" + member.uid() + ".json")
                    || !PoolAudit.lives(member.pid()));
  }

  boolean isReady(Claimed member) {
    return audit.names().contains("server-" + member.uid() + ".json");
  }

  /** Waits until neither process nor file of a member is left; returns how long that took. */
  Duration awaitGone(Claimed member, Duration limit) {
    long start = System.nanoTime();
    await(limit)
        .untilAsserted(
            () -> {
              assertThat(PoolAudit.lives(member.pid())).as("%s lives", member).isFalse();
              assertThat(audit.traces(member.uid())).isEmpty();
            });
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** Waits until the query of the order {@code nap} writes its table. */
  void awaitNapping(Claimed member) {
    Path table = pool.resolve("member-" + member.uid() + "/warehouse/nap/_temporary");
    await(Duration.ofMinutes(1)).until(() -> Files.exists(table));
  }

  /** Lets some time pass, up to that long. */
  void someMoment(Duration longest) {
    if (!early) {
      Duration delay = Duration.ofMillis(moments.nextLong(longest.toMillis()));
      await(longest.multipliedBy(2).plusSeconds(1)).pollDelay(delay).until(() -> true);
    }
  }

  static void signal(String signal, long target) {
    run("kill", "-" + signal, "--", Long.toString(target));
  }

  /** Deletes the pool's directory as a user would; servers write there meanwhile. */
  void deletePool() {
    await(SOON)
        .until(
            () -> {
              run("rm", "-rf", pool.toString());
              return !Files.exists(pool);
            });
  }

  static void run(String... command) {
    Process process = start(command);
    try {
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).as(String.join(" ", command)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  static Process start(String... command) {
    try {
      return new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ConditionFactory await(Duration limit) {
    return Awaitility.await().atMost(limit).pollInterval(Duration.ofMillis(20));
  }

  /** Returns the longest that anybody had to wait for the pool's lock so far. */
  Duration longestLockWait() {
    return lock.longest();
  }

  @Override
  public void close() {
    lock.close();
    jvms.forEach(ClaimingJvm::close);
    stranger.destroyForcibly();
    deletePool();
    await(Duration.ofSeconds(60)).until(() -> audit.liveMembers().isEmpty());
    // Should one have written there while it left.
    deletePool();
  }
}
