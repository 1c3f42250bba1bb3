package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/** Tells a member where it stands: without the lock, unless the answer would be that it is gone. */
final class StandingReader {

  private final StateFiles state;
  private final PoolLock lock;

  StandingReader(StateFiles state, PoolLock lock) {
    this.state = state;
    this.lock = lock;
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
    return Files.notExists(state.directory.path())
        ? new Standing.Gone()
        : new Standing.Unreadable(String.valueOf(e.getMessage()));
  }

  /** Of several states the one that takes precedence; of several claims one that lives. */
  private Optional<Standing> look(Uid uid) throws IOException {
    List<EntryName.State> states = state.states(uid);
    Optional<Standing> dead = Optional.empty();
    for (EntryName.State name : states) {
      Optional<Standing> standing = state.reader.read(name).map(this::standing);
      if (standing.orElse(null) instanceof Standing.Claimed claimed
          && claimed.alive() == Liveness.DIFFERENT) {
        dead = standing;
      } else if (standing.isPresent() && (dead.isEmpty() || name instanceof EntryName.Claimed)) {
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
      return new Standing.Claimed(claimed.member(), who, state.judge.claimant(claimed));
    }
    if (entry instanceof PoolEntry.Retired retired) {
      return new Standing.Retired(retired.reason());
    }
    return entry instanceof PoolEntry.Malformed malformed
        ? new Standing.Malformed(malformed.problem())
        : new Standing.Unreadable(((PoolEntry.Unreadable) entry).problem());
  }
}
