package io.github.sparkconnect.junit.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Real members and real test JVMs are killed, suspended, interrupted and robbed of their files; the
 * next build finds a pool in order.
 *
 * <p>The long run is {@code -Dpool.kill.minutes=30 -Dpool.kill.seed=1}; {@code -Dpool.kill.round=7}
 * goes on where another one stopped.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "reads /proc")
@TestInstance(Lifecycle.PER_CLASS)
class MemberKillTest {

  @TempDir static Path temp;
  private KillWorld world;

  @BeforeAll
  void open() {
    assumeThat(Path.of("/usr/bin/setsid")).as("makes a process group of its own").exists();
    world = new KillWorld(temp.resolve("pool"));
  }

  @AfterAll
  void close() {
    if (world != null) {
      world.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void thePoolIsInOrderAfter(Fault fault) {
    strike(fault);
  }

  @Test
  @EnabledIfSystemProperty(named = "pool.kill.minutes", matches = "[1-9]\\d*")
  void thePoolIsInOrderAfterManyFaults() {
    Duration limit = Duration.ofMinutes(Long.getLong("pool.kill.minutes", 30));
    long seed = Long.getLong("pool.kill.seed", System.currentTimeMillis());
    long round = Long.getLong("pool.kill.round", 1);
    Map<Fault, Integer> totals = new EnumMap<>(Fault.class);
    long start = System.nanoTime();
    while (System.nanoTime() - start < limit.toNanos()) {
      Random random = new Random(31 * seed + round);
      List<Fault> faults = List.of(Fault.values());
      Fault fault = faults.get(random.nextInt(faults.size()));
      String where = "-Dpool.kill.seed=" + seed + " -Dpool.kill.round=" + round + ": " + fault;
      System.out.println("[kill] " + where);
      world.atMomentsOf(random);
      try {
        strike(fault);
      } catch (RuntimeException | AssertionError e) {
        fail("with " + where + " after " + totals, e);
      }
      totals.merge(fault, 1, Integer::sum);
      round++;
    }
    System.out.println("[kill] seed " + seed + ", next round " + round + ", survived: " + totals);
  }

  private void strike(Fault fault) {
    fault.strike(world);
    world.recover();
    world.audit();
    // A boot, a probe, a wait for capacity take seconds.
    assertThat(world.longestLockWait()).as("for the lock").isLessThan(Duration.ofSeconds(2));
    System.out.println("[kill] longest wait for the lock " + world.longestLockWait());
  }
}
