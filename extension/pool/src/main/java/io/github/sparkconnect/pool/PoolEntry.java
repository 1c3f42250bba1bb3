package io.github.sparkconnect.pool;

import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;

/** A member as a listing of the pool found it: one entry per uid. */
public sealed interface PoolEntry {

  /** Returns the member. */
  Uid uid();

  /**
   * Returns the member's process, if that is known: from the record, or else, if the record is
   * malformed, from the member's {@code process.json}.
   */
  Optional<ProcessIdentity> process();

  /**
   * Being launched.
   *
   * @param fingerprint the digest it is launched with
   * @param launcher the process that launches it
   * @param process the member itself, once it has said so
   * @param created when it was announced
   */
  record Pending(
      Uid uid,
      String fingerprint,
      SortedMap<String, String> inputs,
      String sparkVersion,
      ProcessIdentity launcher,
      Optional<ProcessIdentity> process,
      Instant created)
      implements PoolEntry {}

  /** Ready, and nobody's. */
  record Idle(MemberRecord member) implements PoolEntry {
    @Override
    public Uid uid() {
      return member.uid();
    }

    @Override
    public Optional<ProcessIdentity> process() {
      return Optional.of(member.process());
    }
  }

  /**
   * Owned by a JVM.
   *
   * @param pid that JVM
   * @param claimant who in it; empty for the instant between the two steps of a claim or return
   */
  record Claimed(MemberRecord member, long pid, Optional<Claimant> claimant) implements PoolEntry {
    @Override
    public Uid uid() {
      return member.uid();
    }

    @Override
    public Optional<ProcessIdentity> process() {
      return Optional.of(member.process());
    }
  }

  /**
   * On its way out.
   *
   * @param reason why, or empty if its retirer died before it could say
   * @param since when, or 1970 if that is not known
   */
  record Retired(Uid uid, Optional<ProcessIdentity> process, String reason, Instant since)
      implements PoolEntry {}

  /**
   * In a state, but with a record that cannot be believed: it counts as infinitely old.
   *
   * @param name the state file
   * @param problem what is wrong with it
   */
  record Malformed(EntryName.State name, String problem, Optional<ProcessIdentity> process)
      implements PoolEntry {
    @Override
    public Uid uid() {
      return name.uid();
    }
  }

  /**
   * In a state, but its record cannot be read right now; to be asked again, not to be reaped.
   *
   * @param name the state file
   * @param problem what the operating system said
   */
  record Unreadable(EntryName.State name, String problem) implements PoolEntry {
    @Override
    public Uid uid() {
      return name.uid();
    }

    @Override
    public Optional<ProcessIdentity> process() {
      return Optional.empty();
    }
  }
}
