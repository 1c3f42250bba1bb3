package io.github.sparkconnect.pool;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Decides whether those live whom entries name; of whom it cannot tell, nothing is done. */
final class Judge {

  /** A claim and a return write within one hold of the lock, which is far shorter. */
  private static final Duration LONGEST_STEP = Duration.ofMinutes(1);

  private final PoolDirectory directory;
  private final FileOperations files;
  private final Processes processes;
  private final Clock clock;

  Judge(PoolDirectory directory, FileOperations files, Processes processes, Clock clock) {
    this.directory = directory;
    this.files = files;
    this.processes = processes;
    this.clock = clock;
  }

  Instant now() {
    return Timestamps.checked("now", clock.instant());
  }

  /** Returns whether it is so long ago, or in a future that makes no sense. */
  boolean isOlder(Instant time, Duration age) {
    return Duration.between(time, now()).compareTo(age) >= 0
        || Duration.between(now(), time).compareTo(LONGEST_STEP) > 0;
  }

  boolean isDayAgo(Instant time) {
    return isOlder(time, Duration.ofDays(1));
  }

  /** Returns whether the process lives and is that member; a stranger counts as gone. */
  Liveness member(ProcessIdentity process, Uid uid) {
    return processes.member(process, uid);
  }

  Liveness process(ProcessIdentity process) {
    return processes.liveness(process);
  }

  /** Returns whether some process has that pid, as far as can be seen from here. */
  boolean pidLives(long pid) {
    return processes.identify(pid).isPresent();
  }

  /**
   * Returns whether the claimant of a member lives.
   *
   * <p>Without its identity, because it died between rename and write, there is only its pid, which
   * somebody else may have by now: after a minute it is not believed any more.
   */
  Liveness claimant(PoolEntry.Claimed claimed) {
    if (claimed.claimant().isPresent()) {
      return processes.liveness(claimed.claimant().get().process());
    }
    if (processes.liveness(claimed.member().process()) == Liveness.UNKNOWN) {
      return Liveness.UNKNOWN; // another pid namespace's pid says nothing here
    }
    return pidLives(claimed.pid()) && changedLately(claimed)
        ? Liveness.UNKNOWN
        : Liveness.DIFFERENT;
  }

  private boolean changedLately(PoolEntry.Claimed claimed) {
    try {
      Instant changed =
          files.changed(directory.resolve(new EntryName.Claimed(claimed.pid(), claimed.uid())));
      return !isOlder(changed, LONGEST_STEP);
    } catch (IOException e) {
      return true;
    }
  }
}
