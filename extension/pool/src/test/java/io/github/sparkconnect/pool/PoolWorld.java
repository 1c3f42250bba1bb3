package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A pool with actors that may die between any two steps, and what each of them believes.
 *
 * <p>The model is what actors were told by the pool's answers; the audit compares it with the disk.
 */
final class PoolWorld {

  /** A process of the world. */
  record Actor(ProcessIdentity identity) {}

  /** A launched member: its process, once it was started. */
  static final class Launched {
    final Actor launcher;
    Optional<ProcessIdentity> process = Optional.empty();

    Launched(Actor launcher) {
      this.launcher = launcher;
    }
  }

  final PoolFixture fixture;
  final CrashingFiles files = new CrashingFiles();
  final Map<Uid, Launched> members = new LinkedHashMap<>();
  final Map<Uid, Claim> claims = new LinkedHashMap<>();
  private final FakeProcesses processes;
  private final Pool pool;

  PoolWorld(Path directory) {
    fixture = new PoolFixture(directory, files);
    processes = fixture.processes;
    pool = fixture.pool;
  }

  /** Does something as a process, which dies after so many steps; empty if it died. */
  <T> Optional<T> as(ProcessIdentity who, int steps, Supplier<T> work) {
    files.dieAfter(steps);
    try {
      return Optional.of(work.get());
    } catch (CrashingFiles.Crash e) {
      end(who);
      return Optional.empty();
    } finally {
      files.dieAfter(Integer.MAX_VALUE);
    }
  }

  void end(ProcessIdentity process) {
    processes.end(process);
    claims.values().removeIf(claim -> claim.claimant().process().equals(process));
  }

  boolean lives(ProcessIdentity process) {
    return processes.liveness(process) == Liveness.SAME;
  }

  void launch(int steps) {
    Actor launcher = new Actor(processes.start());
    Uid uid = Uid.random();
    Launched launched = new Launched(launcher);
    members.put(uid, launched);
    as(
            launcher.identity(),
            steps,
            () -> {
              pool.announce(uid, PoolFixture.FINGERPRINT, "4.2.0", launcher.identity());
              return true;
            })
        .ifPresent(announced -> launched.process = Optional.of(processes.start()));
  }

  void identify(Uid uid, int steps) {
    livingProcess(uid)
        .ifPresent(self -> endIfFalse(self, as(self, steps, () -> pool.identify(uid, self))));
  }

  void publish(Uid uid, int steps) {
    livingProcess(uid)
        .filter(self -> pool.standing(uid).equals(new Standing.Pending()))
        .ifPresent(
            self ->
                endIfFalse(
                    self, as(self, steps, () -> pool.publish(uid, fixture.record(uid, self)))));
  }

  void fail(Uid uid, int steps) {
    ProcessIdentity launcher = member(uid).launcher.identity();
    if (lives(launcher)) {
      LaunchFailure failure = new LaunchFailure("too slow", "", fixture.clock.instant());
      as(
          launcher,
          steps,
          () -> {
            pool.fail(uid, failure);
            return true;
          });
    }
  }

  void claim(Uid uid, int steps) {
    ProcessIdentity claimant = processes.start();
    Claimant who = new Claimant(claimant, "SomeTest", fixture.clock.instant());
    as(claimant, steps, () -> pool.claim(uid, who))
        .flatMap(claim -> claim)
        .ifPresent(
            claim -> {
              assertThat(claims).as("held by two").doesNotContainKey(uid);
              claims.put(uid, claim);
            });
  }

  void giveBack(Uid uid, int steps) {
    Claim claim = claims.get(uid);
    if (claim != null) {
      boolean given =
          as(claim.claimant().process(), steps, () -> pool.giveBack(claim)).orElse(true);
      assertThat(given).as("a claim that was not retired can be given back").isTrue();
      claims.remove(uid);
    }
  }

  void retire(Uid uid, int steps) {
    as(processes.start(), steps, () -> pool.retire(uid, "asked for"));
    // Who died before the rename changed nothing.
    if (!(pool.snapshot().entry(uid).orElse(null) instanceof PoolEntry.Claimed)) {
      claims.remove(uid);
    }
  }

  void killMember(Uid uid) {
    livingProcess(uid).ifPresent(this::end);
  }

  void killClaimant(Uid uid) {
    Claim claim = claims.get(uid);
    if (claim != null) {
      end(claim.claimant().process());
    }
  }

  void killLauncher(Uid uid) {
    end(member(uid).launcher.identity());
  }

  /** What each member's supervisor and a reaper do; the reaper may die. */
  void reap(int steps) {
    ProcessIdentity reaper = processes.start();
    as(
        reaper,
        steps,
        () -> {
          pool.repair();
          for (PoolEntry.Retired retired : pool.snapshot().entries(PoolEntry.Retired.class)) {
            retired.process().ifPresent(p -> processes.kill(p, retired.uid()));
          }
          pool.repair();
          return true;
        });
    supervise();
  }

  private void supervise() {
    for (Uid uid : members.keySet()) {
      Optional<ProcessIdentity> self = livingProcess(uid);
      if (self.isPresent()) {
        Standing standing = pool.standing(uid);
        boolean goes =
            standing instanceof Standing.Gone
                || standing instanceof Standing.Retired
                || standing instanceof Standing.Malformed
                || (standing instanceof Standing.Claimed c && c.alive() == Liveness.DIFFERENT);
        if (goes) {
          end(self.get());
        }
      }
    }
  }

  private void endIfFalse(ProcessIdentity self, Optional<Boolean> answer) {
    if (answer.isPresent() && !answer.get()) {
      end(self);
    }
  }

  private Launched member(Uid uid) {
    return Objects.requireNonNull(members.get(uid));
  }

  Optional<ProcessIdentity> livingProcess(Uid uid) {
    return member(uid).process.filter(this::lives);
  }

  /** What holds at any time, whoever died when. */
  void audit() {
    claims.forEach(
        (uid, claim) ->
            assertThat(pool.snapshot().entry(uid))
                .as("a member that a living claimant holds is claimed by it")
                .hasValueSatisfying(
                    entry ->
                        assertThat(entry)
                            .isInstanceOfSatisfying(
                                PoolEntry.Claimed.class,
                                claimed ->
                                    assertThat(claimed.claimant()).contains(claim.claimant()))));
  }

  /** What holds after the next pass. */
  void auditSettled() throws IOException {
    // Launching JVMs have come to their first statement by then.
    for (Uid uid : members.keySet()) {
      if (pool.standing(uid).equals(new Standing.Pending())
          || pool.standing(uid).equals(new Standing.Gone())) {
        identify(uid, Integer.MAX_VALUE);
      }
    }
    fixture.clock.advance(Duration.ofMinutes(3));
    reap(Integer.MAX_VALUE);
    reap(Integer.MAX_VALUE);
    audit();
    assertThat(pool.repair().actions()).as("repairing again").isEmpty();

    Listing listing = Listing.of(fixture.directory, new PosixFileOperations());
    assertThat(listing.temporaries()).isEmpty();
    assertThat(listing.states().values()).allSatisfy(states -> assertThat(states).hasSize(1));
    PoolSnapshot snapshot = pool.snapshot();
    assertThat(snapshot.problems()).isEmpty();
    for (PoolEntry entry : snapshot.entries()) {
      assertAllowed(entry);
    }
    Set<Uid> recorded =
        snapshot.entries().stream()
            .map(PoolEntry::uid)
            .collect(Collectors.toCollection(TreeSet::new));
    List<Uid> unrecorded = new ArrayList<>(members.keySet());
    unrecorded.removeIf(uid -> livingProcess(uid).isEmpty() || recorded.contains(uid));
    assertThat(unrecorded).as("running without a record").isEmpty();
    assertThat(listing.directories()).as("states have directories").containsAll(recorded);
  }

  /** A day later nothing but members is left. */
  void auditNextDay() throws IOException {
    fixture.clock.advance(Duration.ofHours(25));
    reap(Integer.MAX_VALUE);
    Listing listing = Listing.of(fixture.directory, new PosixFileOperations());
    assertThat(listing.directories()).isEqualTo(listing.states().keySet());
  }

  private void assertAllowed(PoolEntry entry) {
    boolean allowed =
        switch (entry.getClass().getSimpleName()) {
          case "Pending" ->
              lives(((PoolEntry.Pending) entry).launcher())
                  || livingProcess(entry.uid()).isPresent();
          case "Idle" -> livingProcess(entry.uid()).isPresent();
          case "Claimed" ->
              claims.containsKey(entry.uid()) || ((PoolEntry.Claimed) entry).claimant().isEmpty();
          default -> false;
        };
    assertThat(allowed).as("%s is a state that the design allows", entry).isTrue();
  }
}
