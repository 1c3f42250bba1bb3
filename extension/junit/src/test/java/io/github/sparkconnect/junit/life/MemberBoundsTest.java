package io.github.sparkconnect.junit.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.junit.life.ClaimingJvm.Claimed;
import io.github.sparkconnect.pool.Pool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a real member is promised to keep to when nobody looks after it: the size of its log, its
 * code and its time.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "reads /proc")
class MemberBoundsTest {

  private static final long LOG_FILE_LIMIT = (10L << 20) + 1_000_000;

  @Test
  void aVerboseMemberOutlivesItsLauncherAndTheJarsOfThatAndEndsAtItsIdleLimit(@TempDir Path temp)
      throws Exception {
    Path built = Files.createDirectory(temp.resolve("built"));
    List<Path> jars = ownCode(built);
    List<Path> sameJars = copies(jars, Files.createDirectory(temp.resolve("released")));
    try (KillWorld world = new KillWorld(temp.resolve("pool"))) {
      ClaimingJvm heir = world.newJvm(launch -> classPathBegins(launch, sameJars));
      ClaimingJvm launcher = world.newJvm(launch -> classPathBegins(launch, jars));
      Claimed member = world.claim(launcher, "sparkconnect.pool.idleTimeout=40s");
      KillWorld.giveBack(launcher);
      launcher.close();
      for (Path jar : jars) {
        Files.write(jar, new byte[0]); // as a build does, in place
      }

      assertThat(world.pool.resolve("member-" + member.uid() + "/java.args"))
          .content()
          .doesNotContain(built.toString())
          .containsPattern("/own-\\p{XDigit}+\\.jar");
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
      heir.close();
      assertThat(world.isReady(member)).as("a reset was answered").isTrue();

      start = System.nanoTime();
      world.awaitGone(member, Duration.ofSeconds(40).plus(KillWorld.SOON));
      Duration idle = since(start);
      assertThat(idle).isGreaterThan(Duration.ofSeconds(30));
      assertThat(world.audit.names()).allMatch(name -> name.matches("\\.lock.*|cache"));
      System.out.println(
          "[life] 12 MB of log in " + logging + "; gone " + idle + " after the last use");
    }
  }

  /** Packs what a launcher needs of us, as it is published. */
  private static List<Path> ownCode(Path directory) throws Exception {
    List<Path> jars = new ArrayList<>();
    for (String name : List.of(PoolAudit.MAIN, Pool.class.getName())) {
      Class<?> code = Class.forName(name, false, Pool.class.getClassLoader());
      Path place = Path.of(code.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path jar = directory.resolve("ours-" + jars.size() + ".jar");
      if (Files.isDirectory(place)) {
        int status =
            ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, "-cf", jar.toString(), "-C", place.toString(), ".");
        assertThat(status).isZero();
      } else {
        Files.copy(place, jar);
      }
      jars.add(jar);
    }
    return jars;
  }

  private static List<Path> copies(List<Path> jars, Path directory) throws IOException {
    List<Path> copies = new ArrayList<>();
    for (Path jar : jars) {
      copies.add(Files.copy(jar, directory.resolve(jar.getFileName())));
    }
    return copies;
  }

  private static ClaimingJvm.Launch classPathBegins(ClaimingJvm.Launch launch, List<Path> jars) {
    jars.forEach(jar -> launch.classPathBegins(jar.toString()));
    return launch;
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }
}
