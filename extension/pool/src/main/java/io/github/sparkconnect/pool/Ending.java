package io.github.sparkconnect.pool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends the processes of members: TERM, and KILL if that was of no use for ten seconds. Never waits:
 * each call does the next step that is due.
 *
 * <p>When TERM was sent stands in {@code member-<uid>/term-sent}, so that another process can go on
 * where this one stopped; two of them at once send a signal twice, which does no harm.
 */
final class Ending {

  /** How long a member has to act on TERM. */
  static final Duration GRACE = Duration.ofSeconds(10);

  private static final String MARK = "term-sent";

  private final PoolDirectory directory;
  private final Processes processes;
  private final Clock clock;

  /** For members whose directory is gone. */
  private final Map<Uid, Instant> toldWithoutDirectory = new ConcurrentHashMap<>();

  Ending(PoolDirectory directory, Processes processes, Clock clock) {
    this.directory = directory;
    this.processes = processes;
    this.clock = clock;
  }

  /** What a step came to. */
  enum Outcome {
    /** The process is gone, or never was the member's. */
    GONE,
    /** It was sent TERM just now. */
    TERMINATED,
    /** It was sent KILL just now. */
    KILLED,
    /** It still has time to act on TERM. */
    ENDING,
    /** It cannot be judged from here. */
    UNKNOWN,
    /** It should have been signalled, but that failed. */
    FAILED
  }

  /** Does the next step to end the process of that member. */
  Outcome step(Uid uid, ProcessIdentity process) {
    Liveness liveness = processes.member(process, uid);
    if (liveness == Liveness.UNKNOWN) {
      return Outcome.UNKNOWN;
    }
    if (liveness == Liveness.DIFFERENT) {
      toldWithoutDirectory.remove(uid);
      return Outcome.GONE;
    }
    Optional<Instant> told = told(uid);
    if (told.isEmpty()) {
      SignalResult result = processes.terminate(process, uid);
      if (result == SignalResult.SENT) {
        remember(uid);
      }
      return outcome(result, Outcome.TERMINATED);
    }
    // A clock that was set back must not make a member immortal.
    Duration since = Duration.between(told.get(), clock.instant()).abs();
    return since.compareTo(GRACE) < 0
        ? Outcome.ENDING
        : outcome(processes.kill(process, uid), Outcome.KILLED);
  }

  private static Outcome outcome(SignalResult result, Outcome sent) {
    return switch (result) {
      case SENT -> sent;
      case GONE -> Outcome.GONE;
      // It was proved a moment ago, so it is on its way; the next pass looks again.
      case NOT_PROVED -> Outcome.ENDING;
      case FAILED -> Outcome.FAILED;
    };
  }

  private Optional<Instant> told(Uid uid) {
    try {
      String millis = Files.readString(mark(uid), UTF_8).strip();
      return Optional.of(Instant.ofEpochMilli(Long.parseLong(millis)));
    } catch (IOException | NumberFormatException e) {
      return Optional.ofNullable(toldWithoutDirectory.get(uid));
    }
  }

  private void remember(Uid uid) {
    toldWithoutDirectory.put(uid, clock.instant());
    try {
      Path mark = mark(uid);
      Files.deleteIfExists(mark);
      Files.createFile(
          mark, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(mark, Long.toString(clock.millis()), StandardOpenOption.WRITE);
    } catch (NoSuchFileException e) {
      // Without its directory it is remembered here only.
    } catch (IOException e) {
      // Another reaper is remembering it right now, or there is no space: here only, too.
    }
  }

  private Path mark(Uid uid) {
    return directory.memberDirectory(uid).resolve(MARK);
  }
}
