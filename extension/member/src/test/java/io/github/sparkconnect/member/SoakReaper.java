package io.github.sparkconnect.member;

import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolDirectory;
import io.github.sparkconnect.pool.PoolException;
import io.github.sparkconnect.pool.Reaper;
import io.github.sparkconnect.pool.SystemProcesses;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Does nothing but reap the pool that is its argument, until it is killed. */
public final class SoakReaper {

  private SoakReaper() {}

  /** Reaps until it is killed. */
  public static void main(String[] args) {
    while (true) {
      try {
        reap(Path.of(args[0]));
      } catch (PoolException e) {
        // The pool was deleted, or its disk is full.
      }
    }
  }

  static void reap(Path path) {
    SystemProcesses processes = new SystemProcesses();
    Clock clock = Clock.systemUTC();
    Pool pool = Pool.open(PoolDirectory.open(path), processes, clock, Duration.ofSeconds(30));
    new Reaper(pool, processes, clock).reap();
  }

  static boolean runAndKill(SoakWorld world) {
    Process reaper = world.java(List.of("-Xmx32m"), SoakReaper.class, world.pool.toString());
    world.pause(Duration.ofMillis(400 + world.random.nextInt(600)));
    reaper.destroyForcibly();
    return true;
  }
}
