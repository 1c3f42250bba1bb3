package io.github.sparkconnect.pool;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Real processes that a test starts, all ended when it closes. */
final class Spawned implements AutoCloseable {

  private final List<Process> processes = new ArrayList<>();

  /** Starts a process whose output is discarded. */
  synchronized Process start(String... command) {
    return start(new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD));
  }

  synchronized Process start(ProcessBuilder builder) {
    try {
      Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
      processes.add(process);
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a process that has nothing to do with any pool. */
  Process stranger() {
    return start("sleep", "600");
  }

  /** Starts a process with the command line of a member; it ends on TERM, or with this JVM. */
  Process member(Path pool, Uid uid) {
    return member(pool, uid, "read x");
  }

  /** Starts a process with the command line of a member that ignores TERM. */
  Process deafMember(Path pool, Uid uid) {
    Process process = member(pool, uid, "trap '' TERM; read x");
    // Only then is the trap set for sure: the shell has come to wait for input.
    await().until(() -> signalsIgnored(process.pid()));
    return process;
  }

  private Process member(Path pool, Uid uid, String script) {
    return start(
        "sh", "-c", script, "sh", SystemProcesses.MEMBER_MAIN, pool.toString(), uid.value());
  }

  /** Starts a process whose parent will never collect it; returns its pid. */
  long neglected() {
    Process parent = start(new ProcessBuilder("sh", "-c", "sleep 600 & echo $!; exec sleep 600"));
    long pid = readPid(parent);
    // The shell would collect it; what the shell becomes does not.
    await().until(() -> parent.info().command().orElse("").endsWith("sleep"));
    return pid;
  }

  /** Starts a process that has ended and is not collected by its parent; returns its pid. */
  long zombie() {
    long pid = neglected();
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    await().until(() -> stateOf(pid).startsWith("Z"));
    return pid;
  }

  static long readPid(Process process) {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    try {
      return Long.parseLong(String.valueOf(reader.readLine()).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops a process (SIGSTOP) and waits until it is. */
  static void stop(long pid) {
    run("kill", "-STOP", Long.toString(pid));
    await().until(() -> stateOf(pid).startsWith("T"));
  }

  static String stateOf(long pid) {
    return run("ps", "-o", "stat=", "-p", Long.toString(pid)).strip();
  }

  /** Runs a short command and returns its output. */
  static String run(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor(10, TimeUnit.SECONDS);
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean signalsIgnored(long pid) {
    return run("grep", "SigIgn", "/proc/" + pid + "/status").contains("4");
  }

  @Override
  public synchronized void close() {
    processes.forEach(Process::destroyForcibly);
    processes.forEach(process -> await().until(() -> !process.isAlive()));
  }
}
