package io.github.sparkconnect.junit.life;

import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolDirectory;
import io.github.sparkconnect.pool.Reaper;
import io.github.sparkconnect.pool.SystemProcesses;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/** Does nothing but reap the pool that is its argument. */
public final class ReapingMain {

  private ReapingMain() {}

  /** Reaps until it is killed. */
  public static void main(String[] args) {
    SystemProcesses processes = new SystemProcesses();
    Pool pool =
        Pool.open(
            PoolDirectory.open(Path.of(args[0])),
            processes,
            Clock.systemUTC(),
            Duration.ofSeconds(30));
    Reaper reaper = new Reaper(pool, processes, Clock.systemUTC());
    while (!Thread.currentThread().isInterrupted()) {
      reaper.reap();
    }
  }
}
