package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Full disks, unreadable files, duplicates, and processes that cannot be judged. */
class PoolTroubleTest {

  @TempDir Path temp;
  private final CrashingFiles files = new CrashingFiles();
  private PoolFixture fixture;
  private Pool pool;
  private MemberRecord member;
  private Uid uid;

  @BeforeEach
  void openAPoolWithAMember() {
    fixture = new PoolFixture(temp.resolve("pool"), files);
    pool = fixture.pool;
    member = fixture.published();
    uid = member.uid();
  }

  private Path path(EntryName name) {
    return fixture.directory.resolve(name);
  }

  private List<String> stateFiles() throws IOException {
    return Listing.of(fixture.directory, new PosixFileOperations()).states(uid).stream()
        .map(EntryName::fileName)
        .toList();
  }

  @Nested
  class AFullDisk {

    private void assertNoTemporaryFile() throws IOException {
      assertThat(Listing.of(fixture.directory, new PosixFileOperations()).temporaries()).isEmpty();
    }

    @Test
    void undoesAClaimWhoseClaimantCannotBeWritten() throws IOException {
      for (int steps = 0; steps < 2; steps++) {
        files.fillDiskAfter(steps);
        assertThatThrownBy(() -> pool.claim(uid, fixture.claimant()))
            .isInstanceOf(PoolException.class)
            .hasMessageContaining("claim member " + uid)
            .hasMessageContaining("No space left on device")
            .hasMessageContaining(fixture.directory.path().toString());
        files.dieAfter(Integer.MAX_VALUE);
        assertNoTemporaryFile();
        assertThat(pool.snapshot().entry(uid)).contains(new PoolEntry.Idle(member));
      }
      assertThat(pool.claim(uid, fixture.claimant())).isPresent();
    }

    @Test
    void keepsTheOldRecordWhenAReturnCannotBeWritten() throws IOException {
      Claim claim = pool.claim(uid, fixture.claimant()).orElseThrow();
      for (int steps = 0; steps < 2; steps++) {
        files.fillDiskAfter(steps);
        assertThatThrownBy(() -> pool.giveBack(claim)).isInstanceOf(PoolException.class);
        files.dieAfter(Integer.MAX_VALUE);
        assertNoTemporaryFile();
        assertThat(pool.snapshot().entry(uid))
            .contains(
                new PoolEntry.Claimed(
                    claim.member(),
                    claim.claimant().process().pid(),
                    Optional.of(claim.claimant())));
      }
      assertThat(pool.giveBack(claim)).isTrue();
    }
  }

  @Test
  void aFailedLaunchThatCannotBeWrittenDownIsToldHereAndIsNoLaunchAnyMore() {
    Uid launched = Uid.random();
    pool.announce(launched, PoolFixture.FINGERPRINT, "4.2.0", fixture.processes.self());
    LaunchFailure failure = new LaunchFailure("it ended", "detail", fixture.clock.instant());
    files.fillDiskAfter(0);

    pool.failOrTellHere(new FailedLaunch(launched, PoolFixture.FINGERPRINT.sha256(), failure));

    assertThat(pool.isPending(launched)).isFalse();
    assertThat(pool.snapshot().failures())
        .singleElement()
        .satisfies(
            failed -> {
              assertThat(failed.fingerprint()).isEqualTo(PoolFixture.FINGERPRINT.sha256());
              assertThat(failed.failure().explanation())
                  .startsWith("it ended; nor can that be written down: Cannot record the failed")
                  .contains("No space left on device")
                  .endsWith(
                      "(what may help: make room on the disk, or move the pool with"
                          + " sparkconnect.pool.dir)");
            });
    assertThat(pool.inLock("look", Transitions::snapshot).failures())
        .isEqualTo(pool.snapshot().failures());
  }

  @Test
  void aRetirementWhoseReasonCannotBeWrittenStands() {
    files.fillDiskAfter(0);
    assertThatThrownBy(() -> pool.retire(uid, "x")).isInstanceOf(PoolException.class);
    files.dieAfter(Integer.MAX_VALUE);

    assertThat(pool.standing(uid)).isEqualTo(new Standing.Retired(""));
  }

  @Test
  void whatCannotBeDeletedIsTriedAgain() throws IOException {
    fixture.processes.end(member.process());
    pool.retire(uid, "x");
    files.makeUnreadable(fixture.directory.memberDirectory(uid)::equals);
    PrintStream err = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (PrintStream copy = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      System.setErr(copy);
      pool.repair();
    } finally {
      System.setErr(err);
    }

    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("Cannot delete the directory of member " + uid)
        .contains("Input/output error")
        .contains("is there space? It is tried again later.");
    files.makeUnreadable(any -> false);
    pool.repair();
    assertThat(stateFiles()).isEmpty();
  }

  @Test
  void aProcessThatCannotBeSignalledIsNamed() {
    fixture.processes.refuseSignals();
    pool.retire(uid, "x");

    assertThat(new Reaper(pool, fixture.processes, fixture.clock).reap().problems())
        .containsExactly(
            "member "
                + uid
                + ": process "
                + member.process().pid()
                + " could not be signalled; end it by hand if it still lives");
  }

  @Nested
  class Unreadable {

    @Test
    void aRecordIsKeptNotReaped() throws IOException {
      files.makeUnreadable(path(new EntryName.Server(uid))::equals);

      assertThat(pool.standing(uid)).isInstanceOf(Standing.Unreadable.class);
      assertThat(pool.snapshot().entry(uid)).containsInstanceOf(PoolEntry.Unreadable.class);
      assertThat(pool.snapshot().problems())
          .singleElement()
          .asString()
          .contains("cannot be read: Input/output error");
      assertThatThrownBy(() -> pool.claim(uid, fixture.claimant()))
          .isInstanceOf(PoolException.class);
      assertThat(pool.repair().actions()).isEmpty();

      files.makeUnreadable(any -> false);
      assertThat(pool.claim(uid, fixture.claimant())).isPresent();
    }

    @Test
    void aDirectoryIsNotAnEmptyOne() {
      files.makeUnreadable(fixture.directory.path()::equals);

      assertThatThrownBy(pool::snapshot)
          .isInstanceOf(PoolException.class)
          .hasMessageContaining("Input/output error");
      assertThat(pool.standing(uid)).isInstanceOf(Standing.Unreadable.class);
      assertThatThrownBy(pool::repair).isInstanceOf(PoolException.class);
    }

    @Test
    void aProcessFileKeepsARetiredMemberTracked() throws IOException {
      pool.retire(uid, "x");
      Files.write(path(new EntryName.Retired(uid)), new byte[0]);
      files.makeUnreadable(fixture.directory.processFile(uid)::equals);

      assertThat(pool.repair().actions()).isEmpty();

      files.makeUnreadable(any -> false);
      assertThat(pool.snapshot().entry(uid).flatMap(PoolEntry::process)).contains(member.process());
    }
  }

  @Nested
  class Duplicates {

    private Path claimed(Claimant claimant) {
      return path(new EntryName.Claimed(claimant.process().pid(), uid));
    }

    /** Another claim on the same member, as two lock files would allow. */
    private Claimant secondClaim(Path first) throws IOException {
      Claimant second = new Claimant(fixture.processes.start(), "Other", fixture.clock.instant());
      String record = Files.readString(first);
      Files.writeString(
          claimed(second),
          record
              .replace(
                  "\"pid\":" + fixture.processes.self().pid() + ",",
                  "\"pid\":" + second.process().pid() + ",")
              .replace(fixture.processes.self().startId(), second.process().startId()));
      return second;
    }

    @Test
    void areReportedAndTheOneThatCountsIsKept() throws IOException {
      Path server = path(new EntryName.Server(uid));
      for (Map.Entry<String, String> pair :
          Map.of(
                  "server-" + uid + ".json", "pending-" + uid + ".json",
                  "retired-" + uid + ".json", "server-" + uid + ".json")
              .entrySet()) {
        Path winner = fixture.directory.path().resolve(pair.getKey());
        Path loser = fixture.directory.path().resolve(pair.getValue());
        for (Path file : List.of(winner, loser)) {
          if (!file.equals(server)) {
            Files.copy(server, file);
          }
        }
        assertThat(pool.snapshot().problems())
            .singleElement()
            .asString()
            .contains("more than one state file", pair.getKey(), pair.getValue());
        assertThat(pool.claim(uid, fixture.claimant())).isEmpty();

        assertThat(pool.repair().actions()).anyMatch(action -> action.contains(pair.getKey()));
        assertThat(stateFiles()).containsExactly(pair.getKey());
        if (Files.exists(winner) && !winner.equals(server)) {
          Files.move(winner, server);
        }
      }
    }

    @Test
    void aClaimOutweighsReady() throws IOException {
      Claim claim = pool.claim(uid, fixture.claimant()).orElseThrow();
      Path mine = claimed(claim.claimant());
      Files.copy(mine, path(new EntryName.Server(uid)));

      assertThat(pool.standing(uid)).isInstanceOf(Standing.Claimed.class);
      pool.repair();
      assertThat(stateFiles()).containsExactly(mine.getFileName().toString());
      assertThat(pool.giveBack(claim)).isTrue();
    }

    @Test
    void ofTwoClaimsTheLivingOneIsKept() throws IOException {
      Path mine = claimed(pool.claim(uid, fixture.claimant()).orElseThrow().claimant());
      Claimant second = secondClaim(mine);
      fixture.processes.end(second.process());

      assertThat(pool.standing(uid))
          .isInstanceOfSatisfying(
              Standing.Claimed.class,
              claimed -> assertThat(claimed.alive()).isEqualTo(Liveness.SAME));
      pool.repair();
      assertThat(stateFiles()).containsExactly(mine.getFileName().toString());
    }

    @Test
    void twoLivingClaimsRetire() throws IOException {
      Path mine = claimed(pool.claim(uid, fixture.claimant()).orElseThrow().claimant());
      secondClaim(mine);

      pool.repair();
      assertThat(stateFiles()).containsExactly("retired-" + uid + ".json");
    }

    @Test
    void twoClaimsOfWhichOneCannotBeJudgedStay() throws IOException {
      Path mine = claimed(pool.claim(uid, fixture.claimant()).orElseThrow().claimant());
      fixture.processes.hide(secondClaim(mine).process());

      assertThat(pool.repair().actions()).isEmpty();
      assertThat(stateFiles()).hasSize(2);
    }
  }

  @Nested
  class Strangers {

    @Test
    void aMemberThatCannotBeJudgedIsKeptAndNotClaimed() throws IOException {
      fixture.processes.hide(member.process());

      assertThat(pool.claim(uid, fixture.claimant())).isEmpty();
      assertThat(pool.repair().actions()).isEmpty();
      assertThat(stateFiles()).containsExactly("server-" + uid + ".json");
    }

    @Test
    void aRecordThatNamesAStrangerIsForgotten() throws IOException {
      Uid planted = Uid.random();
      MemberRecord record = fixture.record(planted, fixture.processes.startStranger());
      pool.announce(planted, PoolFixture.FINGERPRINT, "4.2.0", fixture.processes.self());
      pool.publish(planted, record);

      assertThat(pool.claim(planted, fixture.claimant())).isEmpty();
      pool.repair();
      assertThat(pool.standing(planted)).isEqualTo(new Standing.Gone());
      assertThat(fixture.processes.liveness(record.process())).isEqualTo(Liveness.SAME);
      assertThat(stateFiles()).hasSize(1);
    }

    @Test
    void aClaimThatCannotBeJudgedStays() {
      Claim claim = pool.claim(uid, fixture.claimant()).orElseThrow();
      fixture.processes.hide(claim.claimant().process());

      assertThat(pool.repair().actions()).isEmpty();
      assertThat(pool.standing(uid))
          .isInstanceOfSatisfying(
              Standing.Claimed.class,
              claimed -> assertThat(claimed.alive()).isEqualTo(Liveness.UNKNOWN));
    }

    @Test
    void aClaimWithoutAClaimantIsBelievedForAMinute() throws IOException {
      Path server = path(new EntryName.Server(uid));
      long pid = fixture.processes.self().pid();
      Files.move(server, path(new EntryName.Claimed(pid, uid)));

      assertThat(pool.repair().actions()).isEmpty();
      fixture.clock.advance(Duration.ofMinutes(2));
      pool.repair();
      assertThat(pool.standing(uid)).isInstanceOf(Standing.Retired.class);
    }

    @Test
    void aRunningMemberWhoseStateFileWasDeletedIsTrackedAgain() throws IOException {
      Files.delete(path(new EntryName.Server(uid)));

      assertThat(pool.standing(uid)).isEqualTo(new Standing.Gone());
      pool.repair();
      assertThat(pool.snapshot().entry(uid).flatMap(PoolEntry::process)).contains(member.process());
    }
  }

  @Test
  void unknownFieldsSurviveEveryTransition() throws IOException {
    Path server = path(new EntryName.Server(uid));
    Files.writeString(
        server, Files.readString(server).replaceFirst("\\{", "{\"later\":{\"x\":[1,2.5]},"));

    Claim claim = pool.claim(uid, fixture.claimant()).orElseThrow();
    assertThat(pool.giveBack(claim)).isTrue();
    assertThat(Files.readString(server)).contains("\"later\":{\"x\":[1,2.5]}");
    pool.retire(uid, "x");
    assertThat(Files.readString(path(new EntryName.Retired(uid))))
        .contains("\"later\":{\"x\":[1,2.5]}", "\"reason\":\"x\"");
  }

  @Test
  void aClaimThatWasLostCannotBeGivenBack() {
    Claim lost = pool.claim(uid, fixture.claimant()).orElseThrow();
    pool.giveBack(lost);
    fixture.clock.advance(Duration.ofSeconds(1));
    Claim next = pool.claim(uid, fixture.claimant()).orElseThrow();

    assertThat(pool.giveBack(lost)).isFalse();
    pool.retire(uid, "asked for");
    assertThat(pool.giveBack(next)).isFalse();
    assertThat(pool.standing(uid)).isInstanceOf(Standing.Retired.class);
  }
}
