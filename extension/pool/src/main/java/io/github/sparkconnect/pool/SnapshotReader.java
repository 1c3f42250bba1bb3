package io.github.sparkconnect.pool;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Reads the whole pool into a {@link PoolSnapshot}, and adds the failures that could not be written
 * down. Thread-safe.
 */
final class SnapshotReader {

  private static final int LOOKS = 3;

  private final StateFiles state;
  private final List<FailedLaunch> unrecorded = new CopyOnWriteArrayList<>();

  SnapshotReader(StateFiles state) {
    this.state = state;
  }

  /** From now on it is read as if it were in the pool. */
  void addUnrecorded(FailedLaunch failed) {
    unrecorded.add(failed);
  }

  PoolSnapshot read() throws IOException {
    Listing listing = state.list();
    List<String> problems = new ArrayList<>(listing.oddities());
    List<PoolEntry> entries = new ArrayList<>();
    List<FailedLaunch> failures = new ArrayList<>(unrecorded);
    SortedSet<Uid> uids = new TreeSet<>(listing.states().keySet());
    uids.addAll(listing.directories());
    for (Uid uid : uids) {
      entry(uid, listing.states(uid)).ifPresent(entries::add);
      duplicates(uid, listing.states(uid)).ifPresent(problems::add);
    }
    entries.forEach(entry -> problem(entry).ifPresent(problems::add));
    for (Uid uid : listing.directories()) {
      boolean mayHaveFailed =
          listing.states(uid).stream()
              .noneMatch(s -> s instanceof EntryName.Server || s instanceof EntryName.Claimed);
      if (mayHaveFailed) {
        state
            .reader
            .failure(uid)
            .filter(f -> !state.judge.isDayAgo(f.failure().at()))
            .ifPresent(failures::add);
      }
    }
    return new PoolSnapshot(entries, waiters(listing, problems), failures, problems);
  }

  /** Says what is wrong with the file of an entry, if anything is. */
  static Optional<String> problem(PoolEntry entry) {
    if (entry instanceof PoolEntry.Malformed malformed) {
      return Optional.of(malformed.name().fileName() + " is malformed: " + malformed.problem());
    }
    return entry instanceof PoolEntry.Unreadable unreadable
        ? Optional.of(unreadable.name().fileName() + " cannot be read: " + unreadable.problem())
        : Optional.empty();
  }

  /**
   * Reads a member's entry. One that was renamed between the listing and the reading, or missed by
   * the listing because it was renamed meanwhile, is looked for again.
   */
  private Optional<PoolEntry> entry(Uid uid, List<EntryName.State> states) throws IOException {
    Optional<PoolEntry> entry = first(states);
    for (int look = 1; look < LOOKS && entry.isEmpty(); look++) {
      entry = first(state.list().states(uid));
    }
    return entry;
  }

  /** Of duplicates the first that is (still) there. */
  private Optional<PoolEntry> first(List<EntryName.State> states) {
    return states.stream().flatMap(name -> state.reader.read(name).stream()).findFirst();
  }

  /** A rename during the listing shows a file under both names: look again. */
  private Optional<String> duplicates(Uid uid, List<EntryName.State> states) throws IOException {
    if (states.size() < 2) {
      return Optional.empty();
    }
    List<EntryName.State> again = state.list().states(uid);
    return again.size() < 2
        ? Optional.empty()
        : Optional.of(
            "member "
                + uid
                + " has more than one state file: "
                + again.stream().map(EntryName::fileName).toList());
  }

  private List<Waiter> waiters(Listing listing, List<String> problems) {
    List<Waiter> waiters = new ArrayList<>();
    for (EntryName.Waiting name : listing.waiting()) {
      RecordFiles.Content content = state.records.read(state.path(name));
      if (content instanceof RecordFiles.Present present) {
        Decoded<Waiter> waiter = RecordCodec.waiter(name, present.parsed());
        waiter
            .value()
            .ifPresentOrElse(
                waiters::add,
                () -> problems.add(name.fileName() + " is malformed: " + waiter.problem()));
      } else if (content instanceof RecordFiles.Unreadable unreadable) {
        problems.add(name.fileName() + " cannot be read: " + unreadable.problem());
      }
    }
    return waiters;
  }
}
