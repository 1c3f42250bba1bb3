package io.github.sparkconnect.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The transitions between ready and claimed. */
final class Claims {

  private final StateFiles state;

  Claims(StateFiles state) {
    this.state = state;
  }

  /** Renames first, then writes the claimant: the rename decides. */
  Optional<Claim> claim(Uid uid, Claimant claimant) throws IOException {
    EntryName.Server from = new EntryName.Server(uid);
    EntryName.Claimed to = new EntryName.Claimed(claimant.process().pid(), uid);
    if (!state.states(uid).equals(List.of(from))) {
      return Optional.empty();
    }
    Optional<Json.Parsed> parsed = state.read(from);
    if (parsed.isEmpty()) {
      return Optional.empty();
    }
    Optional<MemberRecord> member = believed(uid, parsed.get());
    // Gone: for the repair to forget. Unknown: of another pid namespace, never claimed.
    if (member.isEmpty()
        || state.judge.member(member.get().process(), uid) != Liveness.SAME
        || !state.move(from, to)) {
      return Optional.empty();
    }
    // Read again, now that it is ours: under another lock file somebody may have used it since.
    Optional<Json.Parsed> owned = state.read(to);
    if (owned.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode record = owned.get().fields();
    record.remove("launcher");
    RecordCodec.putClaimant(record, claimant);
    try {
      state.write(to, record);
    } catch (IOException e) {
      undo(to, from, e);
      throw e;
    }
    return confirmed(to) ? Optional.of(new Claim(member.get(), claimant)) : Optional.empty();
  }

  /** Writes first, then renames: a ready member never shows a claimant, nor too few uses. */
  boolean giveBack(Claim claim) throws IOException {
    Uid uid = claim.uid();
    EntryName.Claimed from = new EntryName.Claimed(claim.claimant().process().pid(), uid);
    if (!confirmed(from)) {
      return false;
    }
    Optional<Json.Parsed> parsed = state.read(from);
    if (parsed.isEmpty()) {
      return false;
    }
    Optional<MemberRecord> member = believed(uid, parsed.get());
    if (member.isEmpty()
        || !RecordCodec.claimant(parsed.get()).equals(Optional.of(claim.claimant()))) {
      return false;
    }
    long uses = member.get().uses();
    ObjectNode record = parsed.get().fields();
    record.remove("claimant");
    record.put("uses", uses == Long.MAX_VALUE ? uses : uses + 1);
    record.put("lastUsed", state.now().toEpochMilli());
    state.write(from, record);
    return state.move(from, new EntryName.Server(uid));
  }

  private Optional<MemberRecord> believed(Uid uid, Json.Parsed parsed) throws IOException {
    Decoded<MemberRecord> decoded = state.codec.member(uid, parsed);
    if (decoded.value().isEmpty()) {
      state.retire(uid, "its record is malformed: " + decoded.problem());
    }
    return decoded.value();
  }

  /** Or else it would stay ours, and be found to be nobody's only when this JVM ends. */
  private void undo(EntryName to, EntryName from, IOException cause) {
    try {
      state.move(to, from);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /**
   * Whether a claimed member is nothing but that. It is more when another process, under another
   * lock file, did something to it at the same time: then nobody can be sure of it, and it goes.
   */
  private boolean confirmed(EntryName.Claimed mine) throws IOException {
    List<EntryName.State> states = state.states(mine.uid());
    if (states.size() > 1 && states.contains(mine)) {
      state.retire(mine.uid(), "it had more than one state file");
    }
    return states.equals(List.of(mine));
  }
}
