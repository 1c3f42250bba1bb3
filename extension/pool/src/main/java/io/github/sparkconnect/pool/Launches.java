package io.github.sparkconnect.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The transitions of a member that is not ready yet. */
final class Launches {

  private final StateFiles state;

  Launches(StateFiles state) {
    this.state = state;
  }

  boolean announce(Uid uid, Fingerprint fingerprint, String sparkVersion, ProcessIdentity launcher)
      throws IOException {
    if (!state.states(uid).isEmpty() || state.memberFiles.exists(uid)) {
      throw new PoolException(
          "There is a member "
              + uid
              + " in "
              + state.directory
              + " already: launch with a new uid.");
    }
    // The entry first, so that a directory without one is always a leftover.
    state.write(
        new EntryName.Pending(uid),
        RecordCodec.pending(fingerprint, sparkVersion, launcher, state.now()));
    state.files.createDirectory(state.directory.memberDirectory(uid));
    return true;
  }

  boolean identify(Uid uid, ProcessIdentity self) throws IOException {
    Optional<ObjectNode> pending = pending(uid);
    if (pending.isEmpty()) {
      return false;
    }
    RecordCodec.putProcess(pending.get(), self);
    state.write(new EntryName.Pending(uid), pending.get());
    return true;
  }

  boolean publish(Uid uid, ObjectNode record) throws IOException {
    Optional<ObjectNode> pending = pending(uid);
    if (pending.isEmpty()) {
      return false;
    }
    // Complete before it is visible as ready; the pending fields stay, so it is both until renamed.
    EntryName.Pending from = new EntryName.Pending(uid);
    pending.get().setAll(record);
    state.write(from, pending.get());
    return state.move(from, new EntryName.Server(uid));
  }

  /**
   * The failure first: a pending entry beside it shows that this was not finished. Of two failures
   * the first stands: it is the cause, and once the entry is gone its fingerprint is not known.
   */
  boolean fail(Uid uid, LaunchFailure failure) throws IOException {
    List<EntryName.State> states = state.states(uid);
    boolean pending = !states.isEmpty() && states.get(0) instanceof EntryName.Pending;
    boolean abandoned = states.isEmpty() && state.memberFiles.exists(uid);
    if (!pending && !abandoned) {
      return false; // it came up after all, or is on its way out, or long gone
    }
    if (!state.memberFiles.exists(uid)) {
      state.files.createDirectory(state.directory.memberDirectory(uid));
    }
    Optional<PoolEntry> entry = pending ? state.reader.read(states.get(0)) : Optional.empty();
    if (state.reader.failure(uid).isEmpty()) {
      String fingerprint = entry.orElse(null) instanceof PoolEntry.Pending p ? p.fingerprint() : "";
      state.records.write(state.directory.failure(uid), RecordCodec.failure(failure, fingerprint));
    }
    return !pending || finishFailure(uid, entry, failure.message());
  }

  /** Only the second step of {@link #fail}. */
  boolean giveUp(Uid uid, String message) throws IOException {
    List<EntryName.State> states = state.states(uid);
    return !states.isEmpty()
        && states.get(0) instanceof EntryName.Pending pending
        && finishFailure(uid, state.reader.read(pending), message);
  }

  /** The second step of {@link #fail}: never lets a running process out of sight. */
  boolean finishFailure(Uid uid, Optional<PoolEntry> entry, String message) throws IOException {
    return state.mayRun(uid, entry.flatMap(PoolEntry::process))
        ? state.retire(uid, "its launch failed: " + message)
        : state.delete(new EntryName.Pending(uid));
  }

  /** The fields of the pending entry, if pending is what the member is and they make sense. */
  private Optional<ObjectNode> pending(Uid uid) throws IOException {
    EntryName.Pending name = new EntryName.Pending(uid);
    if (!state.states(uid).equals(List.of(name))) {
      return Optional.empty();
    }
    Optional<Json.Parsed> parsed = state.read(name);
    if (parsed.isEmpty()) {
      return Optional.empty();
    }
    Decoded<PoolEntry.Pending> decoded = RecordCodec.pending(uid, parsed.get());
    if (decoded.value().isEmpty()) {
      state.retire(uid, "its record is malformed: " + decoded.problem());
      return Optional.empty();
    }
    return Optional.of(parsed.get().fields());
  }
}
