package io.github.sparkconnect.junit;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The server processes that this JVM started: only who started a process can ask how it ended.
 * Thread-safe.
 */
final class StartedProcesses {

  private final Map<Long, Process> processes = new ConcurrentHashMap<>();

  /** Remembers a process; a later one with the same pid takes its place. */
  void add(Process process) {
    processes.put(process.pid(), process);
  }

  /**
   * Returns the exit status of the process with that pid.
   *
   * @param patience how long to wait for its end
   * @return empty if another JVM started it, or it does not end
   */
  OptionalInt exitStatus(long pid, Duration patience) {
    Process process = processes.get(pid);
    if (process == null) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(
          process.onExit().get(patience.toMillis(), TimeUnit.MILLISECONDS).exitValue());
    } catch (TimeoutException | ExecutionException e) {
      return OptionalInt.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalInt.empty();
    }
  }
}
