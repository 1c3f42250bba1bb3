package io.github.sparkconnect.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** One of Spark's own programs, started by hand from the jars that servers are started from. */
final class SparkProcess implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final Process process;
  private final Path log;

  private SparkProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** What is to be started, in a folder of its own. */
  static final class Launch {
    private final Path folder;
    private final String mainClass;
    private final List<String> options = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();

    Launch(Path folder, String mainClass) {
      this.folder = folder;
      this.mainClass = mainClass;
    }

    Launch property(String name, Object value) {
      options.add("-D" + name + "=" + value);
      return this;
    }

    Launch arguments(String... more) {
      arguments.addAll(List.of(more));
      return this;
    }

    Launch environment(String name, String value) {
      environment.put(name, value);
      return this;
    }

    Launch environment(Map<String, String> more) {
      environment.putAll(more);
      return this;
    }

    SparkProcess start() {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(ModuleOptions.of(Runtime.version().feature()));
      command.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
      command.addAll(options);
      command.add("-Djava.io.tmpdir=" + folder);
      command.add("-classpath");
      command.add(jars().stream().map(Path::toString).collect(Collectors.joining(":")));
      command.add(mainClass);
      command.addAll(arguments);
      Path log = folder.resolve("output.log");
      try {
        Files.createDirectories(folder);
        ProcessBuilder builder =
            new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        LaunchEnvironment.scrub(builder.environment());
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("SPARK_LOCAL_HOSTNAME", "localhost");
        builder.environment().putAll(environment);
        return new SparkProcess(builder.start(), log);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The jars of a server without packages, and without ourselves. */
  static List<Path> jars() {
    return new ServerClassPaths(
            Settings.of(key -> Optional.empty(), System.getProperties(), System.getenv()),
            System.getProperties(),
            System.getenv(),
            SparkProcess.class.getClassLoader(),
            Path.of(System.getProperty("sparkconnect.pool.dir", "target/pool"), "cache"),
            System.err::println)
        .find(List.of())
        .spark();
  }

  /** Waits until it says something like that; returns the first group. */
  String awaitLine(String pattern) {
    Pattern compiled = Pattern.compile(pattern);
    List<String> found = new ArrayList<>();
    Awaitility.await(pattern + " in " + log)
        .atMost(LIMIT)
        .until(
            () -> {
              if (!process.isAlive()) {
                throw new IllegalStateException("it ended: " + Files.readString(log));
              }
              Matcher matcher = compiled.matcher(Files.readString(log));
              if (matcher.find()) {
                found.add(matcher.group(1));
              }
              return !found.isEmpty();
            });
    return found.get(0);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  String output() throws IOException {
    return Files.readString(log);
  }

  /** Processes that it has started. */
  Stream<ProcessHandle> children() {
    return process.children();
  }

  void signal(String name) {
    try {
      new ProcessBuilder("/bin/kill", "-" + name, Long.toString(pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends it, and what it has started. */
  @Override
  public void close() {
    List<ProcessHandle> children = children().toList();
    process.destroyForcibly();
    process.onExit().join();
    children.forEach(
        child -> {
          child.destroyForcibly();
          child.onExit().join();
        });
  }
}
