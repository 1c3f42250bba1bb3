package io.github.sparkconnect.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pool's transitions, for whoever holds the lock; each fails clearly without it.
 *
 * <p>The order of the steps within each is the protocol; the package documentation has a table of
 * what happens when a process dies between two of them.
 */
final class Transitions {

  private static final Logger LOG = LoggerFactory.getLogger(Pool.class);

  private final PoolDirectory directory;
  private final PoolLock lock;
  private final FileOperations files;
  private final RecordFiles records;
  private final RecordCodec codec;
  private final EntryReader reader;
  private final Judge judge;
  private final MemberFiles memberFiles;
  private final SnapshotReader snapshots;

  Transitions(
      PoolDirectory directory,
      PoolLock lock,
      FileOperations files,
      RecordFiles records,
      RecordCodec codec,
      EntryReader reader,
      Judge judge,
      SnapshotReader snapshots) {
    this.directory = directory;
    this.lock = lock;
    this.files = files;
    this.records = records;
    this.codec = codec;
    this.reader = reader;
    this.judge = judge;
    this.memberFiles = new MemberFiles(directory, files);
    this.snapshots = snapshots;
  }

  /** Work that touches files. */
  @FunctionalInterface
  private interface Work<T> {
    T run() throws IOException;
  }

  /** Lists the pool. */
  PoolSnapshot snapshot() {
    return locked("list the pool", snapshots::read);
  }

  /** See {@link Pool#announce}. */
  void announce(Uid uid, Fingerprint fingerprint, String sparkVersion, ProcessIdentity launcher) {
    locked(
        "announce member " + uid,
        () -> {
          if (!states(uid).isEmpty() || memberFiles.exists(uid)) {
            throw new PoolException(
                "There is a member "
                    + uid
                    + " in "
                    + directory
                    + " already: launch with a new uid.");
          }
          // The entry first, so that a directory without one is always a leftover.
          records.write(
              directory.resolve(new EntryName.Pending(uid)),
              RecordCodec.pending(fingerprint, sparkVersion, launcher, judge.now()));
          files.createDirectory(directory.memberDirectory(uid));
          return true;
        });
  }

  /** See {@link Pool#identify}; {@code process.json} is there already. */
  boolean identify(Uid uid, ProcessIdentity self) {
    return locked(
        "identify member " + uid,
        () -> {
          Optional<ObjectNode> pending = pending(uid);
          if (pending.isEmpty()) {
            return false;
          }
          RecordCodec.putProcess(pending.get(), self);
          records.write(directory.resolve(new EntryName.Pending(uid)), pending.get());
          return true;
        });
  }

  /** See {@link Pool#publish}. */
  boolean publish(Uid uid, MemberRecord member) {
    if (!member.uid().equals(uid)) {
      throw new IllegalArgumentException(
          "the record of " + member.uid() + " is not that of " + uid);
    }
    ObjectNode record = codec.encode(member);
    return locked(
        "publish member " + uid,
        () -> {
          Optional<ObjectNode> pending = pending(uid);
          if (pending.isEmpty()) {
            return false;
          }
          EntryName from = new EntryName.Pending(uid);
          pending.get().setAll(record);
          records.write(directory.resolve(from), pending.get());
          return move(from, new EntryName.Server(uid));
        });
  }

  /** See {@link Pool#fail}. */
  void fail(Uid uid, LaunchFailure failure) {
    locked(
        "record the failed launch of member " + uid,
        () -> {
          List<EntryName.State> states = states(uid);
          boolean pending = !states.isEmpty() && states.get(0) instanceof EntryName.Pending;
          if (!pending && (!states.isEmpty() || !memberFiles.exists(uid))) {
            return false; // it came up after all, or is on its way out, or long gone
          }
          Optional<PoolEntry> entry =
              pending ? reader.read(states.get(0), judge.now()) : Optional.empty();
          if (!memberFiles.exists(uid)) {
            files.createDirectory(directory.memberDirectory(uid));
          }
          records.write(
              directory.failure(uid),
              RecordCodec.failure(
                  failure,
                  entry.orElse(null) instanceof PoolEntry.Pending p ? p.fingerprint() : ""));
          if (!pending) {
            return true;
          }
          Optional<ProcessIdentity> process =
              entry.flatMap(PoolEntry::process).or(() -> reader.processFile(uid));
          boolean gone =
              !reader.processFileUnreadable(uid)
                  && process.map(p -> judge.member(p, uid) == Liveness.DIFFERENT).orElse(true);
          return gone
              ? files.delete(directory.resolve(states.get(0)))
              : retire(uid, "its launch failed: " + failure.message());
        });
  }

  /** See {@link Pool#claim}. */
  Optional<Claim> claim(Uid uid, Claimant claimant) {
    EntryName.Server from = new EntryName.Server(uid);
    EntryName.Claimed to = new EntryName.Claimed(claimant.process().pid(), uid);
    return locked(
        "claim member " + uid,
        () -> {
          if (!states(uid).equals(List.of(from))
              || !(records.read(directory.resolve(from)) instanceof RecordFiles.Present present)) {
            return Optional.empty();
          }
          Decoded<MemberRecord> decoded = codec.member(uid, present.parsed(), judge.now());
          if (decoded.value().isEmpty()) {
            retire(uid, "its record is malformed: " + decoded.problem());
            return Optional.empty();
          }
          MemberRecord member = decoded.value().get();
          // Gone: for the repair to forget. Unknown: another pid namespace, never claimed.
          if (judge.member(member.process(), uid) != Liveness.SAME || !move(from, to)) {
            return Optional.empty();
          }
          ObjectNode record = present.parsed().fields();
          record.remove("launcher");
          RecordCodec.putClaimant(record, claimant);
          try {
            records.write(directory.resolve(to), record);
          } catch (IOException e) {
            move(to, from); // or else it stays ours, and is found to be nobody's when we end
            throw e;
          }
          return confirmed(uid, to) ? Optional.of(new Claim(member, claimant)) : Optional.empty();
        });
  }

  /** See {@link Pool#giveBack}. */
  boolean giveBack(Claim claim) {
    Uid uid = claim.uid();
    EntryName.Claimed from = new EntryName.Claimed(claim.claimant().process().pid(), uid);
    return locked(
        "give member " + uid + " back",
        () -> {
          if (!states(uid).contains(from) || !confirmed(uid, from)) {
            return false;
          }
          RecordFiles.Content content = records.read(directory.resolve(from));
          if (content instanceof RecordFiles.Unreadable unreadable) {
            throw new IOException(unreadable.problem());
          }
          if (!(content instanceof RecordFiles.Present present)) {
            return false;
          }
          Decoded<MemberRecord> decoded = codec.member(uid, present.parsed(), judge.now());
          if (decoded.value().isEmpty()) {
            retire(uid, "its record is malformed: " + decoded.problem());
            return false;
          }
          if (!RecordCodec.claimant(present.parsed()).equals(Optional.of(claim.claimant()))) {
            return false;
          }
          ObjectNode record = present.parsed().fields();
          record.remove("claimant");
          long uses = decoded.value().get().uses();
          record.put("uses", uses == Long.MAX_VALUE ? uses : uses + 1);
          record.put("lastUsed", judge.now().toEpochMilli());
          records.write(directory.resolve(from), record);
          return move(from, new EntryName.Server(uid));
        });
  }

  /** See {@link Pool#retire}. */
  boolean retire(Uid uid, String reason) {
    EntryName.Retired to = new EntryName.Retired(uid);
    return locked(
        "retire member " + uid,
        () -> {
          boolean moved = false;
          for (EntryName.State from : states(uid)) {
            if (from.equals(to)) {
              moved = false;
              break;
            }
            moved = move(from, to);
            if (moved) {
              break;
            }
          }
          for (EntryName.State left : states(uid)) {
            if (!left.equals(to)) {
              files.delete(directory.resolve(left));
            }
          }
          if (moved) {
            LOG.info("Member {} is retired: {}", uid, reason);
            writeReason(to, reason);
          }
          return moved;
        });
  }

  /** See {@link Pool#forget}. */
  void forget(Uid uid) {
    locked(
        "forget member " + uid,
        () -> {
          retire(uid, "its process is gone");
          if (!keepsDirectory(uid)) {
            memberFiles.delete(uid);
          }
          return files.delete(directory.resolve(new EntryName.Retired(uid)));
        });
  }

  /** See {@link Pool#enqueue}. */
  void enqueue(Waiter waiter) {
    locked(
        "join the queue",
        () -> {
          records.write(directory.resolve(waiter.name()), RecordCodec.waiter(waiter));
          return true;
        });
  }

  /** See {@link Pool#dequeue}. */
  void dequeue(EntryName.Waiting name) {
    locked("leave the queue", () -> files.delete(directory.resolve(name)));
  }

  /** See {@link Pool#repair}. */
  RepairReport repair() {
    return new RepairReport(List.of());
  }

  /**
   * Whether the directory stays, because a failed launch left its log there less than a day ago.
   */
  boolean keepsDirectory(Uid uid) {
    return reader.failure(uid, judge.now()).isPresent();
  }

  private List<EntryName.State> states(Uid uid) throws IOException {
    return Listing.of(directory, files).states(uid);
  }

  /** The fields of the pending entry, if pending is what the member is and they make sense. */
  private Optional<ObjectNode> pending(Uid uid) throws IOException {
    List<EntryName.State> states = states(uid);
    if (states.isEmpty() || !(states.get(0) instanceof EntryName.Pending name)) {
      return Optional.empty();
    }
    RecordFiles.Content content = records.read(directory.resolve(name));
    if (content instanceof RecordFiles.Unreadable unreadable) {
      throw new IOException(unreadable.problem());
    }
    if (!(content instanceof RecordFiles.Present present)) {
      return Optional.empty();
    }
    Decoded<PoolEntry.Pending> decoded = RecordCodec.pending(uid, present.parsed(), judge.now());
    if (decoded.value().isEmpty()) {
      retire(uid, "its record is malformed: " + decoded.problem());
      return Optional.empty();
    }
    return Optional.of(present.parsed().fields());
  }

  /** Renames; who comes too late gets false. */
  private boolean move(EntryName from, EntryName to) throws IOException {
    try {
      files.move(directory.resolve(from), directory.resolve(to));
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /**
   * Whether a claimed member is nothing but that. It is not when another process retired it under
   * another lock file: then its retirement stands, and what we wrote since is withdrawn.
   */
  private boolean confirmed(Uid uid, EntryName.Claimed mine) throws IOException {
    List<EntryName.State> states = states(uid);
    if (states.equals(List.of(mine))) {
      return true;
    }
    if (states.contains(mine)) {
      LOG.warn("Member {} has several state files, {}: it is retired", uid, states);
      retire(uid, "it had several state files");
    }
    return false;
  }

  private void writeReason(EntryName.Retired name, String reason) throws IOException {
    if (!(records.read(directory.resolve(name)) instanceof RecordFiles.Present present)) {
      return;
    }
    ObjectNode record = present.parsed().fields();
    if (RecordCodec.process(present.parsed()).isEmpty()) {
      reader.processFile(name.uid()).ifPresent(process -> RecordCodec.putProcess(record, process));
    }
    record.put("format", PoolDirectory.FORMAT);
    record.put("reason", reason);
    record.put("retiredAt", judge.now().toEpochMilli());
    records.write(directory.resolve(name), record);
  }

  private <T> T locked(String what, Work<T> work) {
    lock.require(what);
    try {
      return work.run();
    } catch (IOException e) {
      throw new PoolException(
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
}
