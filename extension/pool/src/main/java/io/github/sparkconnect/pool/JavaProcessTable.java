package io.github.sparkconnect.pool;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Processes as {@link ProcessHandle} shows them, for systems without {@code /proc} (macOS).
 *
 * <p>An identity is {@code start:<epoch milliseconds>}.
 */
final class JavaProcessTable implements ProcessTable {

  private static final Pattern START_ID = Pattern.compile("start:\\d{1,19}");
  // ProcessHandle cuts a pid to 32 bits before it asks the system, so 2^32 + 1 would mean pid 1.
  private static final long LARGEST_PID = Integer.MAX_VALUE;
  private static final long PS_LIMIT_SECONDS = 5;

  /** Returns whether {@code startId} has the form that this class gives. */
  static boolean isStartId(String startId) {
    return START_ID.matcher(startId).matches();
  }

  /** Returns the handle of that process, or empty if there is none or the pid is none. */
  static Optional<ProcessHandle> handle(long pid) {
    return pid <= 0 || pid > LARGEST_PID ? Optional.empty() : ProcessHandle.of(pid);
  }

  @Override
  public ProcessIdentity self() {
    return self(ProcessHandle.current());
  }

  static ProcessIdentity self(ProcessHandle current) {
    return startId(current)
        .map(startId -> new ProcessIdentity(current.pid(), startId))
        .orElseThrow(
            () ->
                new PoolException(
                    "the start of this process ("
                        + current.pid()
                        + ") is not readable, so its pid cannot be told from a later one's; run where"
                        + " processes may see themselves"));
  }

  @Override
  public Optional<ProcessIdentity> identify(long pid) {
    return handle(pid)
        .filter(handle -> !isZombie(handle))
        .flatMap(handle -> startId(handle).map(startId -> new ProcessIdentity(pid, startId)));
  }

  @Override
  public Liveness liveness(ProcessIdentity identity) {
    if (!isStartId(identity.startId())) {
      return identity.startId().startsWith("linux:") ? Liveness.UNKNOWN : Liveness.DIFFERENT;
    }
    Optional<ProcessHandle> handle = handle(identity.pid());
    if (handle.isEmpty() || !handle.get().isAlive()) {
      return Liveness.DIFFERENT;
    }
    Optional<String> startId = startId(handle.get());
    if (startId.isEmpty()) {
      return Liveness.UNKNOWN;
    }
    return startId.get().equals(identity.startId()) && !isZombie(handle.get())
        ? Liveness.SAME
        : Liveness.DIFFERENT;
  }

  @Override
  public Optional<List<String>> commandLine(long pid) {
    Optional<ProcessHandle.Info> info = handle(pid).map(ProcessHandle::info);
    List<String> words = new ArrayList<>();
    info.flatMap(ProcessHandle.Info::command).ifPresent(words::add);
    info.flatMap(ProcessHandle.Info::arguments).map(List::of).ifPresent(words::addAll);
    return Optional.of(List.copyOf(words));
  }

  @Override
  public Optional<Boolean> isOwn(long pid) {
    Optional<String> own = ProcessHandle.current().info().user();
    // A system that tells nobody's user cannot tell us apart either.
    return Optional.of(
        own.isEmpty() || own.equals(handle(pid).flatMap(handle -> handle.info().user())));
  }

  @Override
  public boolean isStopped(long pid) {
    return processState(pid).startsWith("T");
  }

  private static Optional<String> startId(ProcessHandle handle) {
    return handle.info().startInstant().map(Instant::toEpochMilli).map(millis -> "start:" + millis);
  }

  /** A zombie has no executable any more; only then is the answer worth a call of {@code ps}. */
  private static boolean isZombie(ProcessHandle handle) {
    return handle.info().command().isEmpty() && processState(handle.pid()).startsWith("Z");
  }

  private static String processState(long pid) {
    try {
      Process ps =
          new ProcessBuilder("ps", "-o", "stat=", "-p", Long.toString(pid))
              .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!waitFor(ps)) {
        ps.destroyForcibly();
        return "";
      }
      return new String(ps.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
          .strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** Waits whatever interrupts come, and passes them on: half an answer would be a wrong one. */
  private static boolean waitFor(Process process) {
    boolean interrupted = false;
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PS_LIMIT_SECONDS);
    try {
      while (true) {
        try {
          return process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
