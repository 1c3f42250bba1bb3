package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/** Tells a member where it stands: without the lock, unless the answer would be that it is gone. */
final class StandingReader {

  private final PoolDirectory directory;
  private final FileOperations files;
  private final PoolLock lock;
  private final EntryReader reader;
  private final Judge judge;

  StandingReader(
      PoolDirectory directory,
      FileOperations files,
      PoolLock lock,
      EntryReader reader,
      Judge judge) {
    this.directory = directory;
    this.files = files;
    this.lock = lock;
    this.reader = reader;
    this.judge = judge;
  }

  Standing read(Uid uid) {
    try {
      Optional<Standing> standing = look(uid);
      if (standing.isPresent()) {
        return standing.get();
      }
      // It may have been renamed while it was looked for: under the lock it is not.
      return lock.hold("conclude that member " + uid + " is gone", () -> lookUnderLock(uid));
    } catch (IOException | PoolException e) {
      return failed(e);
    }
  }

  private Standing lookUnderLock(Uid uid) {
    try {
      return look(uid).orElse(new Standing.Gone());
    } catch (IOException e) {
      return failed(e);
    }
  }

  private Standing failed(Exception e) {
    return Files.notExists(directory.path())
        ? new Standing.Gone()
        : new Standing.Unreadable(String.valueOf(e.getMessage()));
  }

  /** Of several states the one that takes precedence; of several claims one that lives. */
  private Optional<Standing> look(Uid uid) throws IOException {
    List<EntryName.State> states = Listing.of(directory, files).states(uid);
    Optional<Standing> dead = Optional.empty();
    for (EntryName.State state : states) {
      Optional<Standing> standing = reader.read(state, judge.now()).map(this::standing);
      if (standing.orElse(null) instanceof Standing.Claimed claimed
          && claimed.alive() == Liveness.DIFFERENT) {
        dead = standing;
      } else if (standing.isPresent() && (dead.isEmpty() || state instanceof EntryName.Claimed)) {
        return standing;
      }
    }
    return dead;
  }

  private Standing standing(PoolEntry entry) {
    if (entry instanceof PoolEntry.Pending) {
      return new Standing.Pending();
    }
    if (entry instanceof PoolEntry.Idle idle) {
      return new Standing.Idle(idle.member());
    }
    if (entry instanceof PoolEntry.Claimed claimed) {
      String who =
          "process "
              + claimed.pid()
              + claimed.claimant().map(c -> " for " + c.testClass()).orElse("");
      return new Standing.Claimed(claimed.member(), who, judge.claimant(claimed));
    }
    if (entry instanceof PoolEntry.Retired retired) {
      return new Standing.Retired(retired.reason());
    }
    return entry instanceof PoolEntry.Malformed malformed
        ? new Standing.Malformed(malformed.problem())
        : new Standing.Unreadable(((PoolEntry.Unreadable) entry).problem());
  }
}
