package io.github.sparkconnect.pool;

import java.time.Instant;
import java.util.Optional;

/** Reads state files as {@link PoolEntry}s; never throws, whatever is in them. */
final class EntryReader {

  private final PoolDirectory directory;
  private final RecordFiles records;
  private final RecordCodec codec;

  EntryReader(PoolDirectory directory, RecordFiles records, RecordCodec codec) {
    this.directory = directory;
    this.records = records;
    this.codec = codec;
  }

  /** Returns the entry, or empty if there is no such state file (any more). */
  Optional<PoolEntry> read(EntryName.State name) {
    RecordFiles.Content content = records.read(directory.resolve(name));
    if (content instanceof RecordFiles.Present present) {
      return Optional.of(entry(name, present.parsed()));
    }
    return content instanceof RecordFiles.Unreadable unreadable
        ? Optional.of(new PoolEntry.Unreadable(name, unreadable.problem()))
        : Optional.empty();
  }

  private PoolEntry entry(EntryName.State name, Json.Parsed parsed) {
    Uid uid = name.uid();
    if (name instanceof EntryName.Retired) {
      return retired(uid, parsed);
    }
    if (name instanceof EntryName.Pending) {
      Decoded<PoolEntry.Pending> pending = RecordCodec.pending(uid, parsed);
      return pending.value().<PoolEntry>map(p -> p).orElseGet(() -> malformed(name, pending));
    }
    Decoded<MemberRecord> member = codec.member(uid, parsed);
    if (member.value().isEmpty()) {
      return malformed(name, member);
    }
    if (!(name instanceof EntryName.Claimed claimed)) {
      return new PoolEntry.Idle(member.value().get());
    }
    Optional<Claimant> claimant = RecordCodec.claimant(parsed);
    if (claimant.isEmpty() && parsed.fields().has("claimant")) {
      return new PoolEntry.Malformed(name, "'claimant' is not legible", member.process());
    }
    return new PoolEntry.Claimed(member.value().get(), claimed.pid(), claimant);
  }

  private PoolEntry malformed(EntryName.State name, Decoded<?> decoded) {
    Optional<ProcessIdentity> process = decoded.process().or(() -> processFile(name.uid()));
    return new PoolEntry.Malformed(name, decoded.problem(), process);
  }

  /** Of a retired member only the process matters: its record need not be whole. */
  private PoolEntry retired(Uid uid, Json.Parsed parsed) {
    Fields fields = new Fields(parsed.fields());
    Optional<ProcessIdentity> process = RecordCodec.process(parsed).or(() -> processFile(uid));
    return new PoolEntry.Retired(
        uid,
        process,
        fields.optionalText("reason"),
        fields.timestamp("retiredAt").orElse(Instant.EPOCH));
  }

  /** Returns what the member itself wrote first thing. */
  Optional<ProcessIdentity> processFile(Uid uid) {
    return records.read(directory.processFile(uid)) instanceof RecordFiles.Present present
        ? RecordCodec.process(present.parsed())
        : Optional.empty();
  }

  /** Returns whether that file may say something, but not right now. */
  boolean processFileUnreadable(Uid uid) {
    return records.read(directory.processFile(uid)) instanceof RecordFiles.Unreadable;
  }

  Optional<FailedLaunch> failure(Uid uid) {
    return records.read(directory.failure(uid)) instanceof RecordFiles.Present present
        ? RecordCodec.failure(uid, present.parsed())
        : Optional.empty();
  }
}
