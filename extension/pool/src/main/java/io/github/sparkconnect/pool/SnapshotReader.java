package io.github.sparkconnect.pool;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the whole pool into a {@link PoolSnapshot}. */
final class SnapshotReader {

  private final PoolDirectory directory;
  private final FileOperations files;
  private final RecordFiles records;
  private final EntryReader reader;
  private final Judge judge;

  SnapshotReader(
      PoolDirectory directory,
      FileOperations files,
      RecordFiles records,
      EntryReader reader,
      Judge judge) {
    this.directory = directory;
    this.files = files;
    this.records = records;
    this.reader = reader;
    this.judge = judge;
  }

  PoolSnapshot read() throws IOException {
    Instant now = judge.now();
    Listing listing = Listing.of(directory, files);
    List<String> problems = new ArrayList<>(listing.oddities());
    List<PoolEntry> entries = new ArrayList<>();
    List<FailedLaunch> failures = new ArrayList<>();
    for (var uidStates : listing.states().entrySet()) {
      first(uidStates.getValue(), now).ifPresent(entries::add);
      duplicates(uidStates.getKey(), uidStates.getValue()).ifPresent(problems::add);
    }
    for (PoolEntry entry : entries) {
      if (entry instanceof PoolEntry.Malformed malformed) {
        problems.add(malformed.name().fileName() + " is malformed: " + malformed.problem());
      } else if (entry instanceof PoolEntry.Unreadable unreadable) {
        problems.add(unreadable.name().fileName() + " cannot be read: " + unreadable.problem());
      }
    }
    for (Uid uid : listing.directories()) {
      boolean mayHaveFailed =
          listing.states(uid).stream()
              .noneMatch(s -> s instanceof EntryName.Server || s instanceof EntryName.Claimed);
      if (mayHaveFailed) {
        reader.failure(uid, now).ifPresent(failures::add);
      }
    }
    return new PoolSnapshot(entries, waiters(listing, problems), failures, problems);
  }

  /** Of duplicates the first that is (still) there. */
  private Optional<PoolEntry> first(List<EntryName.State> states, Instant now) {
    return states.stream().flatMap(state -> reader.read(state, now).stream()).findFirst();
  }

  /** A rename during the listing shows a file under both names: look again. */
  private Optional<String> duplicates(Uid uid, List<EntryName.State> states) throws IOException {
    if (states.size() < 2) {
      return Optional.empty();
    }
    List<EntryName.State> again = Listing.of(directory, files).states(uid);
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
      RecordFiles.Content content = records.read(directory.resolve(name));
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
