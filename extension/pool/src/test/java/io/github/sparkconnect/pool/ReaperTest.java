package io.github.sparkconnect.pool;

import static io.github.sparkconnect.pool.LivePool.A;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ReaperTest {

  private static final Duration JUST_BEFORE_KILL = Ending.GRACE.minusMillis(1);

  @TempDir Path directory;
  private LivePool live;
  private Reaper reaper;

  @BeforeEach
  void open() {
    live = new LivePool(directory.resolve("pool"));
    reaper = reaper();
  }

  @AfterEach
  void close() {
    live.close();
  }

  private Reaper reaper() {
    return new Reaper(live.pool, live.processes, live.clock);
  }

  private boolean isGone(ProcessIdentity process) {
    return live.processes.liveness(process) == Liveness.DIFFERENT;
  }

  /** Nothing is left of a member: no process, no state, no directory, and nothing more to do. */
  private void assertNothingIsLeftOf(MemberRecord member) {
    await().until(() -> isGone(member.process()));
    reaper.reap();
    assertThat(live.pool.snapshot().entries()).isEmpty();
    assertThat(live.directory.memberDirectory(member.uid())).doesNotExist();
    assertThat(reaper.reap().actions()).isEmpty();
  }

  /** A ready member whose process ignores TERM. */
  private MemberRecord deaf() {
    Uid uid = Uid.random();
    live.pool.announce(uid, A, "4.2.0", live.processes.self());
    Process process = live.spawned.deafMember(live.directory.path(), uid);
    return live.publish(
        uid, A, live.processes.identify(process.pid()).orElseThrow(), live.clock.instant());
  }

  @Test
  void anEmptyPoolIsQuiet() {
    assertThat(reaper.reap()).isEqualTo(new ReapReport(List.of(), List.of(), List.of()));
  }

  @Test
  void whatLivesAndIsWantedIsLeftAlone() {
    MemberRecord idle = live.ready(A, 1);
    MemberRecord claimed = live.ready(A, 2);
    live.pool.claim(claimed.uid(), new Claimant(live.processes.self(), "T", live.clock.instant()));
    Uid pending = Uid.random();
    live.pool.announce(pending, A, "4.2.0", live.processes.self());

    assertThat(reaper.reap().actions()).isEmpty();
    assertThat(live.pool.snapshot().entries()).hasSize(3);
    assertThat(isGone(idle.process())).isFalse();
    assertThat(isGone(claimed.process())).isFalse();
  }

  @Nested
  class Escalation {

    @Test
    void aRetiredMemberIsToldToEndAndThenForgotten() {
      MemberRecord member = live.ready(A, 1);
      live.pool.retire(member.uid(), "unfit");

      ReapReport report = reaper.reap();
      assertThat(report.ending()).containsExactly(member.uid());
      assertThat(report.actions())
          .containsExactly(
              "member "
                  + member.uid()
                  + ": process "
                  + member.process().pid()
                  + " was told to end (TERM)");
      assertNothingIsLeftOf(member);
    }

    @Test
    void whoIgnoresTermIsKilledAfterTenSecondsAndNotBefore() {
      MemberRecord member = deaf();
      live.pool.retire(member.uid(), "unfit");
      reaper.reap();
      live.clock.advance(JUST_BEFORE_KILL);
      assertThat(reaper.reap().actions()).isEmpty();
      assertThat(isGone(member.process())).isFalse();

      live.clock.advance(Duration.ofMillis(1));
      assertThat(reaper.reap().actions().toString()).contains("did not end and was killed");
      assertNothingIsLeftOf(member);
    }

    @Test
    void anotherReaperGoesOnWhereOneStopped() {
      MemberRecord member = deaf();
      live.pool.retire(member.uid(), "unfit");
      reaper.reap();
      live.clock.advance(Ending.GRACE);
      assertThat(reaper().reap().actions().toString()).contains("did not end and was killed");
      assertNothingIsLeftOf(member);
    }

    @Test
    void withoutItsDirectoryItIsStillKilled() throws Exception {
      MemberRecord member = deaf();
      live.pool.retire(member.uid(), "unfit");
      Files.delete(live.directory.processFile(member.uid()));
      Files.delete(live.directory.memberDirectory(member.uid()));
      reaper.reap();
      live.clock.advance(Ending.GRACE);
      reaper.reap();
      assertNothingIsLeftOf(member);
    }

    @Test
    void aClockThatIsSetBackDoesNotMakeImmortal() {
      MemberRecord member = deaf();
      live.pool.retire(member.uid(), "unfit");
      reaper.reap();
      live.clock.advance(Duration.ofDays(-3));
      reaper.reap();
      assertNothingIsLeftOf(member);
    }

    @Test
    void aSuspendedMemberIsReallyEnded() {
      MemberRecord member = live.ready(A, 1);
      Spawned.stop(member.process().pid());
      live.pool.retire(member.uid(), "it does not answer");
      reaper.reap();
      assertNothingIsLeftOf(member);
    }

    @Test
    void passesUntilQuietWaitForTheEnd() {
      MemberRecord one = live.ready(A, 1);
      MemberRecord two = live.ready(A, 2);
      live.pool.retire(one.uid(), "stop");
      live.pool.retire(two.uid(), "stop");
      ReapReport report = reaper.reapUntilQuiet(Duration.ofSeconds(20));
      assertThat(report.ending()).isEmpty();
      assertThat(live.pool.snapshot().entries()).isEmpty();
      assertThat(isGone(one.process()) && isGone(two.process())).isTrue();
    }

    @Test
    void passesUntilQuietKeepTheirLimit() {
      MemberRecord member = deaf();
      live.pool.retire(member.uid(), "stop");
      assertThat(reaper.reapUntilQuiet(Duration.ofMillis(300)).ending())
          .containsExactly(member.uid());
    }
  }

  @Nested
  class Leftovers {

    @Test
    void theMemberOfADeadClaimantIsEnded() {
      MemberRecord member = live.ready(A, 1);
      Process claimant = live.spawned.stranger();
      ProcessIdentity identity = live.processes.identify(claimant.pid()).orElseThrow();
      live.pool.claim(member.uid(), new Claimant(identity, "T", live.clock.instant()));
      assertThat(reaper.reap().actions()).isEmpty();

      claimant.destroyForcibly();
      await().until(() -> isGone(identity));
      reaper.reap();
      assertNothingIsLeftOf(member);
    }

    @Test
    void aMemberThatDiedWhileIdleIsForgotten() {
      MemberRecord member = live.ready(A, 1);
      ProcessHandle.of(member.process().pid()).orElseThrow().destroyForcibly();
      await().until(() -> isGone(member.process()));
      reaper.reap();
      assertNothingIsLeftOf(member);
    }

    @Test
    void aMemberThatDiedWhileClaimedIsForgottenOnceItsClaimantHadTimeToNotice() {
      MemberRecord member = live.ready(A, 1);
      live.pool.claim(member.uid(), new Claimant(live.processes.self(), "T", live.clock.instant()));
      ProcessHandle.of(member.process().pid()).orElseThrow().destroyForcibly();
      await().until(() -> isGone(member.process()));
      assertThat(reaper.reap().actions()).isEmpty();

      live.clock.advance(Duration.ofMinutes(3));
      reaper.reap();
      assertNothingIsLeftOf(member);
    }

    @Test
    void aLaunchWhoseLauncherAndMemberDiedIsGivenUp() {
      Process launcher = live.spawned.stranger();
      ProcessIdentity identity = live.processes.identify(launcher.pid()).orElseThrow();
      Uid uid = Uid.random();
      live.pool.announce(uid, A, "4.2.0", identity);
      ProcessIdentity member = live.start(uid);
      live.pool.identify(uid, member);
      launcher.destroyForcibly();
      await().until(() -> isGone(identity));
      reaper.reap();
      assertThat(live.pool.snapshot().entries()).as("the member may get ready").hasSize(1);

      ProcessHandle.of(member.pid()).orElseThrow().destroyForcibly();
      await().until(() -> isGone(member));
      reaper.reap();
      assertThat(live.pool.snapshot().entries()).isEmpty();
    }

    /** Announced by that process, identified, and not ready. */
    private ProcessIdentity pending(Uid uid, ProcessIdentity launcher) {
      live.pool.announce(uid, A, "4.2.0", launcher);
      ProcessIdentity member = live.start(uid);
      live.pool.identify(uid, member);
      return member;
    }

    @Test
    void aMemberThatNeverGetsReadyIsEndedAndItsLaunchFailed() {
      Process launcher = live.spawned.stranger();
      ProcessIdentity identity = live.processes.identify(launcher.pid()).orElseThrow();
      ProcessIdentity process = pending(Uid.random(), identity);
      launcher.destroyForcibly();
      await().until(() -> isGone(identity));
      live.clock.advance(Duration.ofMinutes(11));
      reaper.reap();

      assertThat(live.pool.snapshot().failures()).hasSize(1);
      reaper.reap();
      await().until(() -> isGone(process));
      reaper.reap();
      assertThat(live.pool.snapshot().entries()).isEmpty();
    }

    @Test
    void aLaunchIsItsLaunchersWhateverTheClockSays() {
      ProcessIdentity member = pending(Uid.random(), live.processes.self());
      live.clock.advance(Duration.ofDays(400));
      assertThat(reaper.reap().actions()).isEmpty();
      assertThat(live.pool.snapshot().failures()).isEmpty();
      assertThat(isGone(member)).isFalse();
    }

    @Test
    void aLaunchThatHasEndedIsGivenUpIfItsLauncherSaysNothing() {
      Uid uid = Uid.random();
      ProcessIdentity member = pending(uid, live.processes.self());
      ProcessHandle.of(member.pid()).orElseThrow().destroyForcibly();
      await().until(() -> isGone(member));
      reaper.reap();
      live.clock.advance(Duration.ofSeconds(15));
      assertThat(reaper.reap().actions()).isEmpty();

      live.clock.advance(Duration.ofMillis(1));
      assertThat(reaper.reap().actions())
          .containsExactly("member " + uid + " did not get ready and is given up");
      assertThat(live.pool.snapshot().entries()).isEmpty();
      assertThat(live.pool.snapshot().failures())
          .extracting(failed -> failed.failure().message())
          .containsExactly(
              "member " + uid + " ended before it was ready, and who launched it does not say why");
    }

    @Test
    void aMemberWithoutAStateFileIsEnded() throws Exception {
      MemberRecord member = live.ready(A, 1);
      Files.delete(live.directory.resolve(new EntryName.Server(member.uid())));
      reaper.reap();
      assertNothingIsLeftOf(member);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"format\":1,", "[]", "\u0000\u0001"})
    void aMemberWithAnUnreadableRecordIsFoundByItsProcessFileAndEnded(String content)
        throws Exception {
      MemberRecord member = live.ready(A, 1);
      Files.writeString(live.directory.resolve(new EntryName.Server(member.uid())), content);
      reaper.reap();
      assertNothingIsLeftOf(member);
    }

    @Test
    void aMemberWithOneBadFieldIsEndedByItsPid() throws Exception {
      MemberRecord member = live.ready(A, 1);
      Path file = live.directory.resolve(new EntryName.Server(member.uid()));
      Files.writeString(
          file, Files.readString(file).replaceAll("\"created\":\\d+", "\"created\":1e400"));
      Files.delete(live.directory.processFile(member.uid()));
      reaper.reap();
      assertNothingIsLeftOf(member);
    }

    @Test
    void aFailedLaunchKeepsItsDirectoryForADay() {
      Uid uid = Uid.random();
      live.pool.announce(uid, A, "4.2.0", live.processes.self());
      live.pool.fail(uid, new LaunchFailure("no", "", live.clock.instant()));
      live.clock.advance(Duration.ofHours(23));
      reaper.reap();
      assertThat(live.directory.memberDirectory(uid)).exists();

      live.clock.advance(Duration.ofHours(2));
      reaper.reap();
      assertThat(live.directory.memberDirectory(uid)).doesNotExist();
    }

    @Test
    void placesInTheQueueOfTheDeadAreRemoved() {
      Process waiter = live.spawned.stranger();
      ProcessIdentity identity = live.processes.identify(waiter.pid()).orElseThrow();
      live.pool.enqueue(
          new Waiter(
              new EntryName.Waiting(identity.pid(), 3),
              new Claimant(identity, "T", live.clock.instant()),
              A.sha256()));
      reaper.reap();
      assertThat(live.pool.snapshot().waiters()).hasSize(1);
      waiter.destroyForcibly();
      await().until(() -> isGone(identity));
      reaper.reap();
      assertThat(live.pool.snapshot().waiters()).isEmpty();
    }
  }

  @Nested
  class OfAnotherPidNamespace {

    private MemberRecord elsewhere() {
      Uid uid = Uid.random();
      live.pool.announce(uid, A, "4.2.0", live.processes.self());
      // Same pid and ticks as a member that lives here, but meant elsewhere.
      ProcessIdentity here = live.start(uid);
      String[] parts = here.startId().split(":", -1);
      ProcessIdentity there =
          new ProcessIdentity(here.pid(), parts[0] + ":" + parts[1] + ":1:" + parts[3]);
      return live.publish(uid, A, there, live.clock.instant());
    }

    @Test
    void membersAreKeptNotClaimedAndNeverSignalled() {
      MemberRecord member = elsewhere();
      reaper.reap();
      assertThat(live.pool.snapshot().entry(member.uid()).orElseThrow())
          .isInstanceOf(PoolEntry.Idle.class);
      assertThat(live.acquire(A, 2).uid()).isNotEqualTo(member.uid());

      live.pool.retire(member.uid(), "stop");
      live.clock.advance(Ending.GRACE.multipliedBy(2));
      assertThat(reaper.reap().actions()).isEmpty();
      assertThat(ProcessHandle.of(member.process().pid())).isPresent();
    }

    @Test
    void afterADayTheirFilesGo() {
      MemberRecord member = elsewhere();
      live.clock.advance(Duration.ofHours(25));
      reaper.reap();
      live.clock.advance(Duration.ofHours(25));
      reaper.reap();
      assertThat(live.pool.snapshot().entries()).isEmpty();
      assertThat(ProcessHandle.of(member.process().pid())).isPresent();
    }

    @Test
    void theyMakeRoomWhenThePoolIsFull() {
      MemberRecord member = elsewhere();
      assertThat(live.acquire(A, 1).uid()).isNotEqualTo(member.uid());
    }
  }

  @Test
  void reapersDoNotHurtEachOther() throws Exception {
    List<MemberRecord> members = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      members.add(i % 4 == 0 ? deaf() : live.ready(A, i));
    }
    MemberRecord kept = live.ready(A, 9);
    members.forEach(member -> live.pool.retire(member.uid(), "stop"));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    CyclicBarrier barrier = new CyclicBarrier(4);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      all.add(
          threads.submit(
              () -> {
                Reaper mine = reaper();
                for (int pass = 0; pass < 5; pass++) {
                  barrier.await();
                  mine.reap();
                  live.clock.advance(Duration.ofSeconds(3));
                }
                return true;
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }
    threads.shutdown();
    for (MemberRecord member : members) {
      await().until(() -> isGone(member.process()));
    }
    reaper.reap();
    assertThat(live.pool.snapshot().entries()).hasSize(1);
    assertThat(isGone(kept.process())).isFalse();
  }
}
