package io.github.sparkconnect.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** State files and what is done with any of them: the vocabulary of the transitions. */
final class StateFiles {

  private static final Logger LOG = LoggerFactory.getLogger(Pool.class);

  final PoolDirectory directory;
  final FileOperations files;
  final RecordFiles records;
  final RecordCodec codec;
  final EntryReader reader;
  final Judge judge;
  final MemberFiles memberFiles;

  StateFiles(PoolDirectory directory, FileOperations files, Judge judge) {
    this.directory = directory;
    this.files = files;
    this.judge = judge;
    this.records = new RecordFiles(directory, files, ProcessHandle.current().pid());
    this.codec = new RecordCodec(directory);
    this.reader = new EntryReader(directory, records, codec);
    this.memberFiles = new MemberFiles(directory, files);
  }

  Instant now() {
    return judge.now();
  }

  Path path(EntryName name) {
    return directory.resolve(name);
  }

  Listing list() throws IOException {
    return Listing.of(directory, files);
  }

  /** Returns the state files of a member, the one that takes precedence first. */
  List<EntryName.State> states(Uid uid) throws IOException {
    return list().states(uid);
  }

  /**
   * Returns a record.
   *
   * @throws IOException if there may be one that cannot be read right now
   */
  Optional<Json.Parsed> read(EntryName name) throws IOException {
    RecordFiles.Content content = records.read(path(name));
    if (content instanceof RecordFiles.Unreadable unreadable) {
      throw new IOException(name.fileName() + " cannot be read: " + unreadable.problem());
    }
    return content instanceof RecordFiles.Present present
        ? Optional.of(present.parsed())
        : Optional.empty();
  }

  void write(EntryName name, ObjectNode record) throws IOException {
    records.write(path(name), record);
  }

  boolean delete(EntryName name) throws IOException {
    return files.delete(path(name));
  }

  /** Renames; who comes too late gets false. */
  boolean move(EntryName from, EntryName to) throws IOException {
    try {
      files.move(path(from), path(to));
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /**
   * Retires a member, whatever its state: renames first, then writes the reason, then removes
   * further state files.
   */
  boolean retire(Uid uid, String reason) throws IOException {
    EntryName.Retired to = new EntryName.Retired(uid);
    boolean moved = false;
    List<EntryName.State> states = states(uid);
    if (!states.contains(to)) {
      for (EntryName.State from : states) {
        moved = move(from, to);
        if (moved) {
          LOG.debug("Member {} is retired: {}", uid, reason);
          writeReason(to, reason);
          break;
        }
      }
    }
    removeOthers(to);
    return moved;
  }

  /** Removes all state files of a member but one. */
  void removeOthers(EntryName.State kept) throws IOException {
    List<EntryName.State> states = states(kept.uid());
    for (EntryName.State state : states) {
      if (states.contains(kept) && !state.equals(kept)) {
        LOG.warn(
            "Member {} has more than one state file: {} counts, {} is removed",
            kept.uid(),
            kept.fileName(),
            state.fileName());
        delete(state);
      }
    }
  }

  /**
   * Whether the process of a member may still run: not when there never was one, as far as anybody
   * has written down.
   */
  boolean mayRun(Uid uid, Optional<ProcessIdentity> recorded) {
    Optional<ProcessIdentity> process = recorded.or(() -> reader.processFile(uid));
    return process
        .map(known -> judge.member(known, uid) != Liveness.DIFFERENT)
        .orElseGet(() -> reader.processFileUnreadable(uid));
  }

  /** Whether the directory stays, because a launch failed less than a day ago. */
  boolean keepsDirectory(Uid uid) {
    return reader.failure(uid).filter(failed -> !judge.isDayAgo(failed.failure().at())).isPresent();
  }

  private void writeReason(EntryName.Retired name, String reason) throws IOException {
    Optional<Json.Parsed> parsed = read(name);
    if (parsed.isEmpty()) {
      return;
    }
    ObjectNode record = parsed.get().fields();
    if (RecordCodec.process(parsed.get()).isEmpty()) {
      reader.processFile(name.uid()).ifPresent(process -> RecordCodec.putProcess(record, process));
    }
    record.put("format", PoolDirectory.FORMAT);
    record.put("reason", reason);
    record.put("retiredAt", now().toEpochMilli());
    write(name, record);
  }

  static PoolException failure(PoolDirectory directory, String what, IOException e) {
    return new PoolException(
        "Cannot "
            + what
            + ": "
            + RecordFiles.describe(e)
            + ". Look at the pool directory "
            + directory
            + ": is it still there, and is there space?",
        e);
  }
}
