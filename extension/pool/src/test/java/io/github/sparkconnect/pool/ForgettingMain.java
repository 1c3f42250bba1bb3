package io.github.sparkconnect.pool;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/** Forgets the member that is its second argument, in the pool that is its first. */
final class ForgettingMain {

  private ForgettingMain() {}

  public static void main(String[] args) {
    Pool.open(
            PoolDirectory.open(Path.of(args[0])),
            new SystemProcesses(),
            Clock.systemUTC(),
            Duration.ofSeconds(30))
        .forget(new Uid(args[1]));
  }
}
