package io.github.sparkconnect.pool;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How long the pool's lock is held while 8 processes claim and return 16 members as fast as they
 * can. Run without arguments; starts itself as the 8.
 */
public final class LockHold {

  private static final int PROCESSES = 8;
  private static final int MEMBERS = 16;
  private static final long WARMUP_MILLIS = 5_000;
  private static final long MEASURED_MILLIS = 15_000;

  private LockHold() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 0) {
      contend(Path.of(arguments[0]));
      return;
    }
    Path directory = Files.createTempDirectory("lock-hold");
    List<Long> micros = new ArrayList<>();
    List<Long> waits = new ArrayList<>();
    try (LivePool live = new LivePool(directory.resolve("pool"))) {
      for (int i = 0; i < MEMBERS; i++) {
        live.ready(LivePool.A, i);
      }
      List<Process> processes = new ArrayList<>();
      for (int i = 0; i < PROCESSES; i++) {
        processes.add(
            live.spawned.start(
                new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx64m",
                    "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                    "-cp",
                    System.getProperty("java.class.path"),
                    LockHold.class.getName(),
                    live.directory.path().toString())));
      }
      for (Process process : processes) {
        try (var lines = process.inputReader()) {
          lines
              .lines()
              .map(line -> line.split(" ", -1))
              .forEach(
                  pair -> {
                    waits.add(Long.parseLong(pair[0]));
                    micros.add(Long.parseLong(pair[1]));
                  });
        }
      }
    }
    report("lock held", micros);
    report("waited for the lock", waits);
  }

  private static void report(String what, List<Long> micros) {
    Collections.sort(micros);
    System.out.printf(
        "%s (us): n=%d p50=%d p90=%d p99=%d max=%d%n",
        what,
        micros.size(),
        percentile(micros, 0.5),
        percentile(micros, 0.9),
        percentile(micros, 0.99),
        micros.get(micros.size() - 1));
  }

  private static long percentile(List<Long> sorted, double part) {
    return sorted.get((int) Math.min(sorted.size() - 1, Math.round(sorted.size() * part)));
  }

  /** Claims and returns; prints, for each hold of the lock, the wait before it and its length. */
  private static void contend(Path path) {
    SystemProcesses processes = new SystemProcesses();
    Pool pool =
        Pool.open(PoolDirectory.open(path), processes, Clock.systemUTC(), Duration.ofSeconds(60));
    List<long[]> holds = new ArrayList<>();
    long start = System.currentTimeMillis();
    while (System.currentTimeMillis() - start < WARMUP_MILLIS + MEASURED_MILLIS) {
      for (PoolEntry.Idle idle : pool.snapshot().entries(PoolEntry.Idle.class)) {
        Claimant claimant = new Claimant(processes.self(), "LockHold", Clock.systemUTC().instant());
        long[] claiming = {System.nanoTime(), 0, 0};
        var claim =
            pool.inLock("claim", held -> timed(claiming, () -> held.claim(idle.uid(), claimant)));
        holds.add(claiming);
        if (claim.isPresent()) {
          long[] returning = {System.nanoTime(), 0, 0};
          pool.inLock("return", held -> timed(returning, () -> held.giveBack(claim.get())));
          holds.add(returning);
          break;
        }
      }
      if (System.currentTimeMillis() - start < WARMUP_MILLIS) {
        holds.clear();
      }
    }
    for (long[] hold : holds) {
      System.out.println((hold[1] - hold[0]) / 1000 + " " + (hold[2] - hold[1]) / 1000);
    }
  }

  private static <T> T timed(long[] times, java.util.function.Supplier<T> work) {
    times[1] = System.nanoTime();
    try {
      return work.get();
    } finally {
      times[2] = System.nanoTime();
    }
  }
}
