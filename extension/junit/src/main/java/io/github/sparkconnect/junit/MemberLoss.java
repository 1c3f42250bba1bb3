package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Liveness;
import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.PortProbe;
import io.github.sparkconnect.pool.Processes;
import io.github.sparkconnect.pool.Remedy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Finds out whether a member that a class owns is gone, and says what is known about its end.
 * Thread-safe.
 */
final class MemberLoss {

  private static final int LINES = 30;

  /** A process closes its port, or stops its Spark, up to six seconds before it ends. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private static final long POLL_MILLIS = 50;

  private static final Duration PROBE = Duration.ofSeconds(2);

  private final MemberRecord member;
  private final Processes processes;
  private final StartedProcesses started;

  MemberLoss(MemberRecord member, Processes processes, StartedProcesses started) {
    this.member = member;
    this.processes = processes;
    this.started = started;
  }

  /** Whether the member's process has ended. */
  boolean hasEnded() {
    return processes.liveness(member.process()) == Liveness.DIFFERENT;
  }

  /** Whether nothing accepts connections on the member's port any more. */
  boolean isSilent() {
    return !PortProbe.accepts(member.endpoint().host(), member.endpoint().port(), PROBE);
  }

  /** Waits for an end that has begun. */
  private void awaitEnd() {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try {
      while (!hasEnded() && System.nanoTime() - end < 0) {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Says, in several lines, that the member is gone, how it ended and what it wrote last. */
  String describe() {
    OptionalInt status = exitStatus();
    LogTail tail = LogTail.read(member.log(), LINES);
    String end = sentence(status);
    List<String> hints = Remedy.of(end, tail.lines());
    return "Server "
        + member.uid()
        + " (Spark "
        + member.sparkVersion()
        + ", pid "
        + member.process().pid()
        + ") was lost while the test had it: "
        + end
        + ". "
        + (hints.isEmpty() ? "" : "What may help: " + String.join("; ", hints) + ". ")
        + "The other tests of the class cannot have it back; the next class gets another server.\n"
        + tail.describe();
  }

  /** Says in half a line how the member ended. */
  String end() {
    return sentence(exitStatus());
  }

  private OptionalInt exitStatus() {
    return hasEnded() ? started.exitStatus(member.process().pid(), PATIENCE) : OptionalInt.empty();
  }

  private String sentence(OptionalInt status) {
    if (status.isPresent()) {
      return "its process " + BootFailure.howItEnded(status.getAsInt());
    }
    if (hasEnded()) {
      return "its process has ended (with which exit status, only the JVM that started it could"
          + " tell)";
    }
    return isSilent()
        ? "its process still runs, but nothing accepts connections on its port "
            + member.endpoint().port()
        : "its process still runs, but its Spark context is stopped";
  }

  /**
   * What a failure of the test says about the member: its explanation if the member is gone.
   *
   * @param answers asks the member whether it still can serve
   */
  Optional<String> explain(Throwable failure, BooleanSupplier answers) {
    boolean certain =
        SparkFailure.isStopped(failure) || (SparkFailure.isLostConnection(failure) && isSilent());
    // A Spark that is being stopped fails in any way it likes, and only the next call shows it.
    if (certain || (SparkFailure.isSparks(failure) && !hasEnded() && !answers.getAsBoolean())) {
      awaitEnd();
    }
    return certain || hasEnded() ? Optional.of(describe()) : Optional.empty();
  }
}
