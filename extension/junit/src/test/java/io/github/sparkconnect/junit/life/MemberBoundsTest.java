package io.github.sparkconnect.junit.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.junit.life.ClaimingJvm.Claimed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a real member is promised to keep to when nobody looks after it: the size of its log, and
 * its time.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "reads /proc")
class MemberBoundsTest {

  private static final long LOG_FILE_LIMIT = (10L << 20) + 1_000_000;

  @Test
  void aVerboseMemberOutlivesItsLauncherAndEndsAtItsIdleLimit(@TempDir Path temp)
      throws IOException {
    try (KillWorld world = new KillWorld(temp.resolve("pool"))) {
      ClaimingJvm heir = world.visitor();
      ClaimingJvm launcher = world.newJvm();
      Claimed member = world.claim(launcher, "sparkconnect.pool.idleTimeout=20s");
      KillWorld.giveBack(launcher);
      launcher.close();

      assertThat(world.claim(heir)).as(heir.output()).isEqualTo(member);
      long start = System.nanoTime();
      assertThat(heir.ask("log", "12")).as(heir.output()).isEqualTo("done\t12");
      Duration logging = since(start);
      Path log = world.pool.resolve("member-" + member.uid() + "/member.log");
      Path rolled = log.resolveSibling("member.log.1");
      assertThat(rolled).as("12 MB do not fit into one file").exists();
      assertThat(Files.size(log)).isLessThan(LOG_FILE_LIMIT);
      assertThat(Files.size(rolled)).isBetween(9L << 20, LOG_FILE_LIMIT);
      assertThat(log).content().contains(" DEBUG ").contains("all work and no play");
      assertThat(log.resolveSibling("stdout.log")).content().hasSizeLessThan(10_000);
      assertThat(logging).as("no stall").isLessThan(Duration.ofSeconds(30));
      KillWorld.giveBack(heir);
      world.dismissVisitor();

      start = System.nanoTime();
      world.awaitGone(member, Duration.ofSeconds(20).plus(KillWorld.SOON));
      Duration idle = since(start);
      assertThat(idle).isGreaterThan(Duration.ofSeconds(10));
      assertThat(world.audit.names()).allMatch(name -> name.matches("\\.lock.*|cache"));
      System.out.println(
          "[life] 12 MB of log in " + logging + "; gone " + idle + " after the last use");
    }
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }
}
