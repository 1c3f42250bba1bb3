package io.github.sparkconnect.junit.life;

import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@link MemberKillTest} at random and for as long as is asked for; not run by the build.
 *
 * <p>{@code -Dpool.kill.minutes=30 -Dpool.kill.seed=1}; {@code -Dpool.kill.round=7} goes on where
 * another run stopped.
 */
class MemberKillLoop {

  @TempDir static Path temp;

  @Test
  void thePoolIsInOrderAfterManyFaults() {
    Duration limit = Duration.ofMinutes(Long.getLong("pool.kill.minutes", 30));
    long seed = Long.getLong("pool.kill.seed", System.currentTimeMillis());
    long round = Long.getLong("pool.kill.round", 1);
    KillWorld world = new KillWorld(temp.resolve("pool"));
    Map<Fault, Integer> totals = new EnumMap<>(Fault.class);
    long start = System.nanoTime();
    try {
      while (System.nanoTime() - start < limit.toNanos()) {
        Random random = new Random(31 * seed + round);
        List<Fault> faults = List.of(Fault.values());
        Fault fault = faults.get(random.nextInt(faults.size()));
        String where = "-Dpool.kill.seed=" + seed + " -Dpool.kill.round=" + round + ": " + fault;
        System.out.println("[kill] " + where);
        world.atMomentsOf(random);
        try {
          MemberKillTest.strike(fault, world);
        } catch (RuntimeException | AssertionError e) {
          fail("with " + where + " after " + totals, e);
        }
        totals.merge(fault, 1, Integer::sum);
        round++;
      }
    } finally {
      world.close();
    }
    System.out.println("[kill] seed " + seed + ", next round " + round + ", survived: " + totals);
  }
}
