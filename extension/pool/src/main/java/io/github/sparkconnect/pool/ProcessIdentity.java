package io.github.sparkconnect.pool;

/**
 * A process, told apart from every other that has had or will have its pid.
 *
 * @param pid the process id, positive
 * @param startId what distinguishes this process from others with the same pid: on Linux {@code
 *     linux:<boot id>:<pid namespace>:<start ticks>}, elsewhere {@code start:<epoch milliseconds>}
 */
public record ProcessIdentity(long pid, String startId) {

  /**
   * @throws IllegalArgumentException if {@code pid} is not positive or {@code startId} is blank
   */
  public ProcessIdentity {
    if (pid <= 0) {
      throw new IllegalArgumentException("a pid is positive, but was: " + pid);
    }
    if (startId.isBlank()) {
      throw new IllegalArgumentException("the start id of process " + pid + " is blank");
    }
  }
}
