package io.github.sparkconnect.junit.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Real members and real test JVMs are killed, suspended, interrupted and robbed of their files; the
 * next build finds a pool in order. {@link MemberKillLoop} does it at random for longer. In each
 * build a soak of the member module does the same without Spark.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "reads /proc")
@TestInstance(Lifecycle.PER_CLASS)
@Tag("nightly")
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
    strike(fault, world);
  }

  static void strike(Fault fault, KillWorld world) {
    fault.strike(world);
    world.recover();
    world.audit();
    // A boot, a probe, a wait for capacity take seconds.
    assertThat(world.longestLockWait()).as("for the lock").isLessThan(Duration.ofSeconds(2));
    System.out.println("[kill] longest wait for the lock " + world.longestLockWait());
  }
}
