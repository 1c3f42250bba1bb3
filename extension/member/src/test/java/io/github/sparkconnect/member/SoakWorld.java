package io.github.sparkconnect.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The pool of the soak, its claimants and strangers, and what faults need to strike them. */
final class SoakWorld {

  final Path root;
  final Path pool;
  final Path histories;
  final Path audit;
  final Random random;
  private final List<Process> claimants = new ArrayList<>();
  private final List<Process> strangers = new ArrayList<>();
  private final Map<Long, Long> toContinue = new TreeMap<>();
  private final Map<String, Integer> outcomes = new ConcurrentSkipListMap<>();
  private final Queue<String> unexplained = new ConcurrentLinkedQueue<>();
  private final Queue<String> reasons = new ConcurrentLinkedQueue<>();

  /**
   * @param root on a disk of its own, if that disk is to be filled
   */
  SoakWorld(Path root, Path elsewhere, long seed) throws IOException {
    this.root = root;
    this.pool = root.resolve("pool");
    this.histories = Files.createDirectories(elsewhere.resolve("histories"));
    this.audit = Files.createDirectories(elsewhere.resolve("audit"));
    this.random = new Random(seed);
  }

  // What there is.

  /** Keeps that many claimants alive. */
  void keepClaimants(int number) {
    claimants.removeIf(process -> !process.isAlive());
    while (claimants.size() < number) {
      claimants.add(
          java(
              List.of("-Xmx32m", "-Dsoak.histories=" + histories),
              SoakClaimant.class,
              pool.toString(),
              Long.toString(random.nextLong())));
      read(claimants.get(claimants.size() - 1));
    }
  }

  private void read(Process claimant) {
    Thread thread =
        new Thread(
            () -> {
              try (BufferedReader lines = claimant.inputReader(UTF_8)) {
                lines.lines().filter(line -> line.startsWith("@")).forEach(this::count);
              } catch (UncheckedIOException | IOException e) {
                // It was killed.
              }
            },
            "outcomes");
    thread.setDaemon(true);
    thread.start();
  }

  private void count(String line) {
    String word = line.substring(1).split("[ ,]", 2)[0];
    outcomes.merge(word, 1, Integer::sum);
    if (word.equals("unexplained")) {
      unexplained.add(line);
    } else if (!word.equals("ok")) {
      reasons.add(line);
    }
  }

  /** Returns how many classes ended how, by the first word of what they said. */
  Map<String, Integer> outcomes() {
    return outcomes;
  }

  /** Returns what no class may end with. */
  Queue<String> unexplained() {
    return unexplained;
  }

  /** Returns what classes were told instead of getting a member, or lost it for. */
  Queue<String> reasons() {
    return reasons;
  }

  Optional<Process> someClaimant() {
    List<Process> living =
        claimants.stream()
            .filter(process -> process.isAlive() && !SoakProcesses.isStopped(process.pid()))
            .toList();
    return some(living);
  }

  boolean isClaimant(long pid) {
    return claimants.stream().anyMatch(process -> process.pid() == pid && process.isAlive());
  }

  Optional<SoakProcesses.Living> someMember() {
    try {
      return some(SoakProcesses.members(pool));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a file of the pool whose name begins like that. */
  Optional<Path> someFile(String beginning) {
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(pool, beginning + "*")) {
      List<Path> files = new ArrayList<>();
      stream.forEach(files::add);
      return some(files);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns a state file of any kind. */
  Optional<Path> someState() {
    return someFile(List.of("server-", "claimed-", "retired-", "pending-").get(random.nextInt(4)));
  }

  private <T> Optional<T> some(List<T> all) {
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
  }

  /** A process that is nobody's member and says if somebody tells it to end. */
  Process stranger() {
    if (!strangers.isEmpty()) {
      return strangers.get(0);
    }
    Process process =
        start(
            "sh",
            "-c",
            "trap 'touch \"$0/signalled-$$\"' TERM INT HUP; touch \"$0/stranger-$$\";"
                + " while :; do sleep 1; done",
            audit.toString());
    strangers.add(process);
    waitUntil(() -> Files.exists(audit.resolve("stranger-" + process.pid())));
    return process;
  }

  // What can be done to it.

  void order(Process claimant, String order) {
    try {
      claimant.getOutputStream().write((order + "\n").getBytes(UTF_8));
      claimant.getOutputStream().flush();
    } catch (IOException e) {
      // It has just ended.
    }
  }

  static void signal(String signal, long pid) {
    run("kill", "-" + signal, Long.toString(pid));
  }

  /** Stops a process and lets it go on after that long. */
  void stopFor(long pid, Duration time) {
    signal("STOP", pid);
    toContinue.put(pid, System.nanoTime() + time.toNanos());
  }

  /** Lets those go on whose time is over; all of them if so asked. */
  void continueStopped(boolean all) {
    toContinue
        .entrySet()
        .removeIf(
            entry -> {
              boolean due = all || System.nanoTime() - entry.getValue() > 0;
              if (due) {
                signal("CONT", entry.getKey());
              }
              return due;
            });
  }

  /** Something happens to the disk for a while, in which nobody can keep a promise. */
  void troubled(Runnable begin, Duration time, Runnable end) {
    Path trouble = audit.resolve("trouble");
    try {
      Files.writeString(trouble, "");
      begin.run();
      pause(time);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      end.run();
      trouble.toFile().delete();
    }
  }

  /** Replaces the content of a file, if it is still there. */
  static void overwrite(Path file, String content) {
    try {
      if (Files.exists(file)) {
        Files.writeString(file, content);
      }
    } catch (IOException e) {
      // Renamed meanwhile, or the disk is full.
    }
  }

  static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // A directory: that is for rm.
      run("rm", "-rf", file.toString());
    }
  }

  static Optional<String> content(Path file) {
    try {
      return Optional.of(Files.readString(file));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void pause(Duration time) {
    try {
      new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @FunctionalInterface
  interface Condition {
    boolean holds() throws IOException;
  }

  /** Waits up to a minute; returns whether it holds. */
  boolean waitUntil(Condition condition) {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    try {
      while (!condition.holds()) {
        if (System.nanoTime() - end > 0) {
          return false;
        }
        pause(Duration.ofMillis(100));
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has the claimants end their classes and go. */
  void dismiss() {
    for (Process claimant : claimants) {
      try {
        claimant.getOutputStream().close();
      } catch (IOException e) {
        // It has ended.
      }
    }
    waitUntil(() -> claimants.stream().noneMatch(Process::isAlive));
  }

  void close() {
    claimants.forEach(Process::destroyForcibly);
    strangers.forEach(Process::destroyForcibly);
  }

  Process java(List<String> options, Class<?> main, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(args));
    return start(command.toArray(String[]::new));
  }

  static Process start(String... command) {
    try {
      return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void run(String... command) {
    try {
      start(command).waitFor(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
