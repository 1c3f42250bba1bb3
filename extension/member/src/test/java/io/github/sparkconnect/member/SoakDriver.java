package io.github.sparkconnect.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.sparkconnect.pool.PoolException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * Runs the soak: keeps claimants alive, strikes with a fault about twice a second, and at the end
 * sees to it that nothing is left. An auditor looks all the time.
 *
 * <p>{@code <root of the pool> <folder elsewhere> <seed> <seconds> <forks> <true to end with the
 * first violation> <fault,...>}. Prints figures, and a line {@code violation: ...} for each.
 */
public final class SoakDriver {

  /** At most; often there is nothing that a fault can strike. */
  private static final double FAULTS_PER_SECOND = 2;

  /** If there are few kinds, so that claimants get to do something. */
  private static final double FAULTS_OF_A_KIND_PER_SECOND = 0.4;

  private final SoakWorld world;
  private final int forks;
  private final boolean untilFirst;
  private final List<SoakFault> faults;
  private final Map<SoakFault, Integer> struck = new EnumMap<>(SoakFault.class);
  private final Queue<String> audit = new ConcurrentLinkedQueue<>();
  private final List<String> violations = new ArrayList<>();

  private SoakDriver(SoakWorld world, int forks, boolean untilFirst, List<SoakFault> faults) {
    this.world = world;
    this.forks = forks;
    this.untilFirst = untilFirst;
    this.faults = faults;
  }

  /** Runs it. */
  public static void main(String[] args) throws IOException, InterruptedException {
    SoakWorld world = new SoakWorld(Path.of(args[0]), Path.of(args[1]), Long.parseLong(args[2]));
    SoakDriver driver =
        new SoakDriver(
            world,
            Integer.parseInt(args[4]),
            Boolean.parseBoolean(args[5]),
            Stream.of(args[6].split(",")).map(SoakFault::valueOf).toList());
    Runtime.getRuntime().addShutdownHook(new Thread(world::close));
    driver.run(Duration.ofSeconds(Long.parseLong(args[3])));
    System.exit(0);
  }

  private void run(Duration time) throws IOException, InterruptedException {
    world.stranger();
    Process auditor =
        world.java(
            List.of("-Xmx64m"),
            SoakAuditor.class,
            world.pool.toString(),
            world.histories.toString(),
            world.audit.toString(),
            Boolean.toString(faults.stream().noneMatch(SoakFault::tampers)));
    Thread reader = new Thread(() -> read(auditor), "audit");
    reader.start();
    Duration between =
        Duration.ofMillis(
            Math.round(
                1000 / Math.min(FAULTS_PER_SECOND, faults.size() * FAULTS_OF_A_KIND_PER_SECOND)));
    long start = System.nanoTime();
    long end = start + time.toNanos();
    while (System.nanoTime() - end < 0 && !(untilFirst && !violations.isEmpty())) {
      world.keepClaimants(forks);
      world.pause(between);
      SoakFault fault = faults.get(world.random.nextInt(faults.size()));
      if (fault.strike(world)) {
        struck.merge(fault, 1, Integer::sum);
      }
      world.continueStopped(false);
      for (String line = audit.poll(); line != null; line = audit.poll()) {
        long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
        violations.add(line + " (at " + seconds + " s, after " + fault + ")");
      }
    }
    if (violations.isEmpty()) {
      leave();
    }
    auditor.getOutputStream().close();
    reader.join();
    violations.addAll(audit.stream().filter(line -> line.startsWith("violation")).toList());
    report(time);
  }

  private void read(Process auditor) {
    try (BufferedReader lines = auditor.inputReader(UTF_8)) {
      lines.lines().forEach(audit::add);
    } catch (IOException e) {
      audit.add("violation: the auditor is gone: " + e);
    }
  }

  /** Without faults and claimants all goes away by itself, and a reaper finds nothing to do. */
  private void leave() {
    world.continueStopped(true);
    world.dismiss();
    boolean quiet =
        world.waitUntil(
            () -> {
              try {
                SoakReaper.reap(world.pool);
              } catch (PoolException e) {
                return false;
              }
              List<SoakProcesses.Living> members = SoakProcesses.members(world.pool);
              members.stream()
                  .filter(m -> m.isLost(world.pool) || m.isStoppedInItsStart(world.pool))
                  .forEach(member -> SoakWorld.signal("CONT", member.pid()));
              return members.isEmpty() && left().isEmpty();
            });
    if (!quiet) {
      violations.add("violation: in the end there is still " + leftSafely());
    }
  }

  private List<String> left() throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(world.pool)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        // Of launches that failed, for their logs.
        if (!name.startsWith(".lock") && !name.startsWith("member-")) {
          names.add(name);
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    }
    return names;
  }

  private String leftSafely() {
    try {
      return left() + " and " + SoakProcesses.members(world.pool);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private void report(Duration time) {
    world.unexplained().forEach(line -> violations.add("violation: " + line));
    if (!world.outcomes().containsKey("ok")) {
      violations.add("violation: no class was served");
    }
    System.out.println(
        "[soak] " + time.toSeconds() + " s, " + forks + " forks; classes: " + world.outcomes());
    System.out.println(
        "[soak] "
            + struck.values().stream().mapToInt(Integer::intValue).sum()
            + " faults of "
            + struck.size()
            + " kinds: "
            + struck);
    System.out.println(
        "[soak] looks of the auditor: "
            + audit.stream().filter(line -> line.startsWith("looks")).toList());
    world.reasons().stream()
        .map(line -> line.replaceAll("[0-9a-f]{12}|\\d+", "#"))
        .map(line -> line.substring(0, Math.min(120, line.length())))
        .distinct()
        .limit(25)
        .forEach(line -> System.out.println("[soak] " + line));
    violations.forEach(System.out::println);
    System.out.println("[soak] violations: " + violations.size());
  }
}
