package io.github.sparkconnect.pool;

import static io.github.sparkconnect.pool.LivePool.A;
import static io.github.sparkconnect.pool.LivePool.B;
import static io.github.sparkconnect.pool.LivePool.HEALTHY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MemberPoolTest {

  @TempDir Path directory;
  private LivePool live;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @BeforeEach
  void open() {
    live = new LivePool(directory.resolve("pool"));
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    live.close();
  }

  /** Keeps what was told. */
  private static final class Told implements AcquireListener {
    final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    public void booting(Uid uid, String reason) {
      lines.add("booting: " + reason);
    }

    @Override
    public void waiting(String reason) {
      lines.add("waiting: " + reason);
    }

    @Override
    public void rejected(Uid uid, String reason) {
      lines.add("rejected: " + reason);
    }

    @Override
    public void acquired(Claim claim, Duration waited) {
      lines.add("acquired");
    }
  }

  private final Told told = new Told();

  private Claim acquire(Fingerprint fingerprint, int maxMembers, MemberProbe probe) {
    return live.members.acquire(
        live.request(fingerprint, maxMembers), probe, live.launcher(fingerprint), told);
  }

  @Nested
  class Claiming {

    @Test
    void inAnEmptyPoolAMemberIsStartedAndThenReused() {
      Claim first = acquire(A, 2, HEALTHY);
      assertThat(live.members.giveBack(first)).isTrue();
      Claim second = acquire(A, 2, HEALTHY);

      assertThat(second.uid()).isEqualTo(first.uid());
      assertThat(second.member().uses()).isEqualTo(1);
      assertThat(live.launched).containsExactly(first.uid());
      assertThat(told.lines).startsWith("booting: the pool has no member").endsWith("acquired");
      assertThat(live.pool.snapshot().waiters()).isEmpty();
    }

    @Test
    void theOldestIsTakenFirst() {
      MemberRecord young = live.ready(A, 2);
      MemberRecord old = live.ready(A, 1);
      assertThat(acquire(A, 2, HEALTHY).uid()).isEqualTo(old.uid());
      assertThat(acquire(A, 2, HEALTHY).uid()).isEqualTo(young.uid());
      assertThat(live.launched).isEmpty();
    }

    @Test
    void whatCannotBeReusedIsExplainedByTheNearest() {
      MemberRecord other = live.ready(B, 1);
      acquire(A, 2, HEALTHY);
      assertThat(told.lines)
          .contains(
              "booting: the nearest, "
                  + other.uid()
                  + ", differs in jvmArgs: here '-Xmx1g', there '-Xmx2g'");
    }

    @Test
    void unfitMembersAreRetiredAndTheNextIsTaken() {
      MemberRecord deaf = live.ready(A, 1);
      MemberRecord sick = live.ready(A, 2);
      MemberRecord broken = live.ready(A, 3);
      MemberRecord good = live.ready(A, 4);
      live.stopListening(deaf.uid());

      Claim claim =
          acquire(
              A,
              4,
              member -> {
                if (member.uid().equals(broken.uid())) {
                  throw new IllegalStateException("no answer");
                }
                return member.uid().equals(sick.uid())
                    ? Health.unhealthy("heap is 95 % full")
                    : Health.healthy();
              });

      assertThat(claim.uid()).isEqualTo(good.uid());
      assertThat(told.lines)
          .containsExactly(
              "rejected: nothing accepts connections on " + deaf.endpoint(),
              "rejected: it is unhealthy: heap is 95 % full",
              "rejected: its probe failed: java.lang.IllegalStateException: no answer",
              "acquired");
      for (MemberRecord unfit : List.of(deaf, sick, broken)) {
        assertThat(live.pool.snapshot().entry(unfit.uid()).orElseThrow())
            .isInstanceOf(PoolEntry.Retired.class);
      }
    }

    @Test
    void noMemberIsRetiredForAClaimantThatCannotAskAny() {
      MemberRecord good = live.ready(A, 1);

      assertThatThrownBy(
              () ->
                  acquire(
                      A,
                      1,
                      member -> {
                        throw new PoolException("the client does not work");
                      }))
          .isInstanceOf(PoolException.class)
          .hasMessage("the client does not work");

      assertThat(live.pool.snapshot().entry(good.uid()).orElseThrow())
          .isInstanceOf(PoolEntry.Idle.class);
      assertThat(told.lines).isEmpty();
    }

    @Test
    void oneThatIsStoppedIsNotEvenProbed() {
      MemberRecord stopped = live.ready(A, 1);
      Spawned.stop(stopped.process().pid());

      Claim claim =
          acquire(
              A,
              2,
              member -> {
                assertThat(member.uid()).isNotEqualTo(stopped.uid());
                return Health.healthy();
              });

      assertThat(claim.uid()).isNotEqualTo(stopped.uid());
      assertThat(told.lines)
          .contains("rejected: its process " + stopped.process().pid() + " is stopped");
    }

    @Test
    void whatIsClaimedWhileItIsProbedIsLeftAlone() {
      MemberRecord member = live.ready(A, 1);
      Claim claim =
          acquire(
              A,
              2,
              probed -> {
                if (!probed.uid().equals(member.uid())) {
                  return Health.healthy();
                }
                live.pool.claim(
                    member.uid(),
                    new Claimant(live.processes.self(), "Faster", live.clock.instant()));
                return Health.unhealthy("busy");
              });

      assertThat(claim.uid()).isNotEqualTo(member.uid());
      assertThat(live.pool.snapshot().entry(member.uid()).orElseThrow())
          .isInstanceOf(PoolEntry.Claimed.class);
      assertThat(told.lines).noneMatch(line -> line.startsWith("rejected"));
    }

    @Test
    void probesLaunchesAndListenersRunOutsideTheLock() {
      live.ready(A, 1);
      Runnable lockIsFree =
          () -> assertThat(live.pool.inLock("test", Transitions::snapshot)).isNotNull();
      AcquireListener listener =
          new AcquireListener() {
            @Override
            public void booting(Uid uid, String reason) {
              lockIsFree.run();
            }

            @Override
            public void acquired(Claim claim, Duration waited) {
              lockIsFree.run();
            }
          };
      MemberProbe probe =
          member -> {
            lockIsFree.run();
            return Health.healthy();
          };
      MemberLauncher launcher =
          uid -> {
            lockIsFree.run();
            return live.launcher(A).launch(uid);
          };
      live.members.acquire(live.request(A, 2), probe, launcher, listener);
      live.members.acquire(live.request(A, 2), probe, launcher, listener);
      assertThat(live.launched).hasSize(1);
    }
  }

  @Nested
  class Capacity {

    @Test
    void manyClaimantsShareAsManyMembersAsThereMayBe() throws Exception {
      AtomicInteger inside = new AtomicInteger();
      List<Future<?>> all = new ArrayList<>();
      CountDownLatch start = new CountDownLatch(1);
      for (int i = 0; i < 6; i++) {
        all.add(
            threads.submit(
                () -> {
                  start.await();
                  for (int round = 0; round < 3; round++) {
                    Claim claim = live.acquire(A, 2);
                    assertThat(inside.incrementAndGet()).isLessThanOrEqualTo(2);
                    inside.decrementAndGet();
                    live.members.giveBack(claim);
                  }
                  return true;
                }));
      }
      start.countDown();
      for (Future<?> one : all) {
        one.get();
      }
      assertThat(live.launched).hasSizeLessThanOrEqualTo(2);
      assertThat(live.pool.snapshot().waiters()).isEmpty();
    }

    @Test
    void aLaunchThatCoversTheTicketIsWaitedFor() throws Exception {
      Uid uid = Uid.random();
      live.pool.announce(uid, A, "4.2.0", live.processes.self());
      Future<Claim> claim = threads.submit(() -> acquire(A, 2, HEALTHY));
      await().until(() -> !live.pool.snapshot().waiters().isEmpty());
      await().until(() -> told.lines.toString().contains("waiting for a member that boots"));
      live.publish(uid, A, live.start(uid), live.clock.instant());

      assertThat(claim.get().uid()).isEqualTo(uid);
      assertThat(live.launched).isEmpty();
    }

    @Test
    void theLongestIdleForeignMemberMakesRoom() {
      MemberRecord longest = live.ready(B, -20);
      MemberRecord later = live.ready(B, -10);
      Claim claim = acquire(A, 2, HEALTHY);

      assertThat(claim.member().fingerprint()).isEqualTo(A.sha256());
      assertThat(live.processes.liveness(longest.process())).isEqualTo(Liveness.DIFFERENT);
      assertThat(live.pool.snapshot().entry(later.uid()).orElseThrow())
          .isInstanceOf(PoolEntry.Idle.class);
    }

    @Test
    void inAFullPoolTheOldestTicketGetsWhatIsGivenBack() throws Exception {
      Claim held = live.acquire(A, 1);
      List<Integer> order = new CopyOnWriteArrayList<>();
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int number = i;
        all.add(
            threads.submit(
                () -> {
                  Claim claim = live.acquire(A, 1);
                  order.add(number);
                  live.members.giveBack(claim);
                }));
        await().until(() -> live.pool.snapshot().waiters().size() == number + 1);
      }
      live.members.giveBack(held);
      for (Future<?> one : all) {
        one.get();
      }
      assertThat(order).containsExactly(0, 1, 2, 3);
    }

    @Test
    void aRareFingerprintIsNotStarvedByAFrequentOne() throws Exception {
      Claim held = live.acquire(A, 1);
      Future<Claim> rare = threads.submit(() -> live.acquire(B, 1));
      await().until(() -> live.pool.snapshot().waiters().size() == 1);
      Future<Claim> frequent = threads.submit(() -> live.acquire(A, 1));
      await().until(() -> live.pool.snapshot().waiters().size() == 2);

      live.members.giveBack(held);
      Claim served = rare.get();
      assertThat(served.member().fingerprint()).isEqualTo(B.sha256());
      assertThat(frequent.isDone()).isFalse();
      live.members.giveBack(served);
      assertThat(frequent.get().member().fingerprint()).isEqualTo(A.sha256());
    }

    @Test
    void theTicketOfADeadProcessHoldsNobodyUp() {
      MemberRecord member = live.ready(A, 1);
      Process dead = live.spawned.stranger();
      ProcessIdentity identity = live.processes.identify(dead.pid()).orElseThrow();
      live.pool.enqueue(
          new Waiter(
              new EntryName.Waiting(identity.pid(), 7),
              new Claimant(identity, "Dead", live.clock.instant()),
              A.sha256()));
      dead.destroyForcibly();
      await().until(() -> !dead.isAlive());

      assertThat(acquire(A, 1, HEALTHY).uid()).isEqualTo(member.uid());
    }

    @Test
    void whoWaitsInVainIsToldWhoHoldsWhatSinceWhen() {
      Claim held = acquire(A, 1, HEALTHY);
      AcquireRequest impatient =
          new AcquireRequest(B, "4.2.0", "Impatient", 1, Duration.ofMillis(300));
      // On a thread without a claim: one with a claim never queues.
      assertThatThrownBy(
              () ->
                  threads
                      .submit(
                          () -> live.members.acquire(impatient, HEALTHY, live.launcher(B), told))
                      .get())
          .cause()
          .isInstanceOf(PoolException.class)
          .hasMessageStartingWith(
              "No Spark Connect server for Impatient within 0s: at most 1 may live in")
          .hasMessageContaining(
              "member "
                  + held.uid()
                  + " is held by process "
                  + ProcessHandle.current().pid()
                  + " for SomeTest since ")
          .hasMessageContaining("sparkconnect.pool.acquireTimeout");
      assertThat(told.lines.toString())
          .contains("waiting: the pool is full, with 1 member of at most 1: member " + held.uid());
      assertThat(live.pool.snapshot().waiters()).isEmpty();
    }

    @Test
    void anInterruptEndsTheWaitAndStaysSet() throws Exception {
      live.acquire(A, 1);
      CountDownLatch interrupted = new CountDownLatch(1);
      Thread thread =
          new Thread(
              () -> {
                try {
                  live.acquire(A, 1);
                } catch (PoolException e) {
                  if (Thread.currentThread().isInterrupted()
                      && String.valueOf(e.getMessage()).startsWith("Interrupted after")) {
                    interrupted.countDown();
                  }
                }
              });
      thread.start();
      await().until(() -> !live.pool.snapshot().waiters().isEmpty());
      thread.interrupt();
      assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(live.pool.snapshot().waiters()).isEmpty();
    }
  }

  @Nested
  class Overflow {

    @Test
    void aThreadInsideAClaimGetsOneAboveTheLimitThatDoesNotStay() {
      Claim outer = acquire(A, 1, HEALTHY);
      Claim inner = acquire(B, 1, HEALTHY);

      assertThat(inner.member().fingerprint()).isEqualTo(B.sha256());
      assertThat(live.members.giveBack(inner)).isFalse();
      assertThat(live.pool.snapshot().entry(inner.uid()).orElseThrow())
          .isInstanceOf(PoolEntry.Retired.class);
      assertThat(live.members.giveBack(outer)).isTrue();
    }

    @Test
    void itTakesWhatIsFreeFirst() {
      MemberRecord free = live.ready(B, 1);
      acquire(A, 2, HEALTHY);
      Claim inner = acquire(B, 2, HEALTHY);
      assertThat(inner.uid()).isEqualTo(free.uid());
      assertThat(live.members.giveBack(inner)).isTrue();
    }

    @Test
    void itGoesBeforeAllWhoQueue() throws Exception {
      Claim outer = acquire(A, 1, HEALTHY);
      Future<Claim> queued = threads.submit(() -> live.acquire(B, 1));
      await().until(() -> live.pool.snapshot().waiters().size() == 1);
      Claim inner = acquire(B, 1, HEALTHY);

      assertThat(queued.isDone()).isFalse();
      live.members.giveBack(inner);
      live.members.giveBack(outer);
      assertThat(queued.get().member().fingerprint()).isEqualTo(B.sha256());
    }
  }

  @Nested
  class AboveTheLimit {

    @Test
    void theNextClaimantRetiresWhatIsIdle() {
      MemberRecord fits = live.ready(A, 2);
      List<MemberRecord> others = List.of(live.ready(B, 4), live.ready(A, 1), live.ready(B, 3));

      Claim claim = acquire(A, 1, HEALTHY);

      assertThat(claim.uid()).isEqualTo(fits.uid());
      for (MemberRecord other : others) {
        assertThat(live.pool.snapshot().entry(other.uid()).orElseThrow())
            .isInstanceOfSatisfying(
                PoolEntry.Retired.class,
                retired ->
                    assertThat(retired.reason())
                        .isEqualTo("it was idle and above the limit of 1 member"));
      }
      await()
          .until(
              () -> {
                live.members.reap();
                return live.pool.snapshot().entries().size() == 1;
              });
      assertThat(live.launched).isEmpty();
    }

    @Test
    void oneThatSomebodyStartedThereIsLeftToHim() throws Exception {
      Claim outer = acquire(A, 1, HEALTHY);
      CountDownLatch ready = new CountDownLatch(1);
      CountDownLatch others = new CountDownLatch(1);
      MemberLauncher launcher =
          uid -> {
            ProcessIdentity process = live.launcher(B).launch(uid);
            ready.countDown();
            try {
              // Ready, and not claimed before somebody else has looked at the pool.
              others.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            return process;
          };
      Future<?> queued =
          threads.submit(
              () -> {
                ready.await();
                AcquireRequest request =
                    new AcquireRequest(A, "4.2.0", "Other", 1, Duration.ofMillis(300));
                assertThatThrownBy(
                        () ->
                            live.members.acquire(
                                request, HEALTHY, live.launcher(A), AcquireListener.SILENT))
                    .isInstanceOf(PoolException.class);
                others.countDown();
                return true;
              });

      Claim inner = live.members.acquire(live.request(B, 1), HEALTHY, launcher, told);

      queued.get();
      assertThat(live.launched).containsExactly(outer.uid(), inner.uid());
      assertThat(live.members.giveBack(inner)).isFalse();
    }

    @Test
    void oneThatItsLauncherNeverClaimsGoesAtTheNextClaim() {
      Claim outer = acquire(A, 1, HEALTHY);
      MemberRecord orphan = live.ready(B, 1);
      assertThat(live.members.giveBack(outer)).isTrue();

      assertThat(acquire(A, 1, HEALTHY).uid()).isEqualTo(outer.uid());

      await()
          .until(
              () -> {
                live.members.reap();
                return live.pool.snapshot().entry(orphan.uid()).isEmpty();
              });
      assertThat(live.processes.liveness(orphan.process())).isEqualTo(Liveness.DIFFERENT);
    }
  }

  @Nested
  class FailedLaunches {

    @Test
    void areToldToAllWhoWaitAtOnceAndNotRepeated() throws Exception {
      CountDownLatch allWait = new CountDownLatch(1);
      AtomicInteger launches = new AtomicInteger();
      MemberLauncher failing =
          uid -> {
            launches.incrementAndGet();
            try {
              Files.writeString(live.directory.log(uid), "one\nBindException: no\n");
              allWait.await();
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
            throw new PoolException("the port is taken");
          };
      List<Future<Claim>> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        all.add(
            threads.submit(() -> live.members.acquire(live.request(A, 1), HEALTHY, failing, told)));
      }
      await().until(() -> live.pool.snapshot().waiters().size() == 4);
      assertThat(live.acquire(B, 9).member().fingerprint()).isEqualTo(B.sha256());
      allWait.countDown();
      for (Future<Claim> one : all) {
        assertThatThrownBy(one::get)
            .cause()
            .isInstanceOf(PoolException.class)
            .hasMessageContaining("the port is taken");
      }
      assertThat(launches).hasValue(1);

      assertThatThrownBy(() -> live.members.acquire(live.request(A, 2), HEALTHY, failing, told))
          .isInstanceOf(PoolException.class)
          .hasMessageStartingWith("No Spark Connect server for SomeTest: the port is taken (at ")
          .hasMessageContaining("tried again from")
          .hasMessageContaining("BindException: no");
      assertThat(launches).hasValue(1);

      live.clock.advance(LaunchFailures.NOT_REPEATED_FOR.plusSeconds(1));
      assertThat(acquire(A, 2, HEALTHY)).isNotNull();
    }

    @Test
    void areNotRepeatedByWhoLookedAtThePoolBefore() {
      MemberRecord sick = live.ready(A, 1);
      Uid booting = Uid.random();
      live.pool.announce(booting, A, "4.2.0", live.processes.self());
      MemberProbe failsTheOther =
          member -> {
            live.pool.fail(booting, new LaunchFailure("no luck", "", live.clock.instant()));
            return Health.unhealthy("it is sick");
          };

      assertThatThrownBy(() -> acquire(A, 2, failsTheOther))
          .isInstanceOf(PoolException.class)
          .hasMessageStartingWith("No Spark Connect server for SomeTest: no luck (at ");
      assertThat(live.launched).isEmpty();
      assertThat(live.pool.snapshot().waiters()).isEmpty();
      assertThat(told.lines).containsExactly("rejected: it is unhealthy: it is sick");
      assertThat(live.pool.standing(sick.uid())).isInstanceOf(Standing.Retired.class);
    }

    @Test
    void areAwaitedWhenTheProcessHasEndedAndItsLauncherHasNotSaidWhy() throws Exception {
      Uid ended = Uid.random();
      live.pool.announce(ended, A, "4.2.0", live.processes.self());
      ProcessIdentity process = live.start(ended);
      live.pool.identify(ended, process);
      ProcessHandle.of(process.pid()).orElseThrow().destroyForcibly();
      await().until(() -> live.processes.liveness(process) == Liveness.DIFFERENT);
      Future<Claim> claim = threads.submit(() -> acquire(A, 2, HEALTHY));
      await().until(() -> !live.pool.snapshot().waiters().isEmpty());

      live.pool.fail(ended, new LaunchFailure("no luck", "", live.clock.instant()));

      assertThatThrownBy(claim::get)
          .hasRootCauseInstanceOf(PoolException.class)
          .hasMessageContaining("no luck (at ");
      assertThat(live.launched).isEmpty();
    }

    @Test
    void ofAClockThatWasAheadAreNotToldUntilItsTimeComes() {
      Uid uid = Uid.random();
      live.pool.announce(uid, A, "4.2.0", live.processes.self());
      live.pool.fail(
          uid, new LaunchFailure("no", "", live.clock.instant().plus(Duration.ofDays(3))));
      assertThat(acquire(A, 1, HEALTHY).uid()).isNotEqualTo(uid);
    }

    @Test
    void keepNobodyFromAMemberThatIsReady() {
      MemberRecord ready = live.ready(A, 1);
      Uid uid = Uid.random();
      live.pool.announce(uid, A, "4.2.0", live.processes.self());
      live.pool.fail(uid, new LaunchFailure("no", "", live.clock.instant()));
      assertThat(acquire(A, 1, HEALTHY).uid()).isEqualTo(ready.uid());
    }
  }
}
