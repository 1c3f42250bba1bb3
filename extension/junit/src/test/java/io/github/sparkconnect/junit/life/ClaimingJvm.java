package io.github.sparkconnect.junit.life;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The other end of a {@link ClaimingMain}. */
final class ClaimingJvm implements AutoCloseable {

  /** Of a boot on a busy machine. */
  private static final Duration LONGEST = Duration.ofMinutes(6);

  private final Process process;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final Queue<String> output = new ConcurrentLinkedQueue<>();

  /** What it has claimed. */
  record Claimed(String uid, long pid) {}

  /** How one is started. */
  static final class Launch {
    private final List<String> before = new ArrayList<>();
    private final Map<String, String> properties = new TreeMap<>();
    private final List<String> options = new ArrayList<>();
    private String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private String classPath = System.getProperty("java.class.path");
    private Consumer<ProcessBuilder> change = builder -> {};

    /** Words before {@code java}, such as a shell that sets something up. */
    Launch before(String... words) {
      before.addAll(List.of(words));
      return this;
    }

    Launch setting(String name, Object value) {
      properties.put("sparkconnect." + name, value.toString());
      return this;
    }

    Launch option(String option) {
      options.add(option);
      return this;
    }

    Launch java(Path home) {
      java = home.resolve("bin/java").toString();
      return this;
    }

    Launch classPathBegins(String entry) {
      classPath = entry + ":" + classPath;
      return this;
    }

    Launch change(Consumer<ProcessBuilder> changed) {
      change = changed;
      return this;
    }

    ClaimingJvm start() {
      List<String> command = new ArrayList<>(before);
      command.add(java);
      command.addAll(List.of("-Xmx200m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
      command.addAll(options);
      properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
      command.addAll(List.of("-cp", classPath, ClaimingMain.class.getName()));
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      change.accept(builder);
      try {
        return new ClaimingJvm(builder.start());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private ClaimingJvm(Process process) {
    this.process = process;
    Thread reader = new Thread(this::read, "output of " + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(UTF_8)) {
      String line = lines.readLine();
      while (line != null) {
        output.add(line);
        if (line.startsWith("@")) {
          answers.add(line.substring(1));
        }
        line = lines.readLine();
      }
    } catch (IOException e) {
      output.add(e.toString());
    }
  }

  long pid() {
    return process.pid();
  }

  String output() {
    return String.join("\n", output);
  }

  /** Sends an order. */
  void tell(String... words) {
    try {
      OutputStream out = process.getOutputStream();
      out.write((String.join("\t", words) + "\n").getBytes(UTF_8));
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(output(), e);
    }
  }

  /** Waits for an answer. */
  String answer(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    try {
      while (System.nanoTime() - end < 0) {
        @Nullable String answer = answers.poll(100, TimeUnit.MILLISECONDS);
        if (answer != null) {
          return answer;
        }
        if (!process.isAlive() && answers.isEmpty()) {
          break;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new AssertionError(
        "no answer within " + limit + " of process " + pid() + ", which said:\n" + output());
  }

  String ask(String... words) {
    tell(words);
    return answer(LONGEST);
  }

  /** Waits for what an earlier {@code claim} brings. */
  Claimed claimed() {
    String answer = answer(LONGEST);
    String[] words = answer.split("\t", -1);
    if (!words[0].equals("claimed")) {
      throw new AssertionError(answer + "\n" + output());
    }
    return new Claimed(words[1], Long.parseLong(words[2]));
  }

  /** Ends it like the kernel does when memory is short. */
  void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Ends it as a build does: its input is over. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It is dead already.
    }
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      kill();
    }
  }
}
