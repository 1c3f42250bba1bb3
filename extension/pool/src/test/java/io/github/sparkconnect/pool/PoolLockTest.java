package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The lock: once per thread, one at a time over threads, class loaders and processes. */
@Timeout(120)
class PoolLockTest {

  @TempDir Path temp;
  private PoolDirectory directory;
  private PoolLock lock;

  @BeforeEach
  void openDirectory() throws Exception {
    directory = PoolDirectory.open(temp.resolve("pool"));
    lock = new PoolLock(directory, Duration.ofSeconds(30));
    Files.writeString(directory.path().resolve("counter"), "0");
  }

  private String pool() {
    return directory.path().toString();
  }

  private PoolLock impatient() {
    return new PoolLock(directory, Duration.ofMillis(200));
  }

  private String counted() throws Exception {
    return Files.readString(directory.path().resolve("counter"));
  }

  @Test
  void enteringTwiceFailsAtOnceAndTheLockIsUsableAfterwards() {
    Instant start = Instant.now();
    assertThatThrownBy(() -> lock.hold("one", () -> lock.hold("two", () -> 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(".lock")
        .hasMessageContaining("for: one")
        .hasMessageContaining("and cannot enter it again for: two.")
        .hasMessageContaining("The pool lock is not reentrant: do both under one hold.");

    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(10));
    assertThat(lock.hold("three", () -> 3)).isEqualTo(3);
    assertThat(lock.isHeld()).isFalse();
  }

  @Test
  void anotherInstanceForTheSameFileIsTheSameLock() {
    PoolLock same = new PoolLock(PoolDirectory.open(directory.path()), Duration.ofSeconds(30));

    assertThatThrownBy(() -> lock.hold("one", () -> same.hold("two", () -> 1)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void everyTransitionFailsClearlyWithoutTheLock() {
    PoolFixture fixture = new PoolFixture(temp.resolve("other"));
    MemberRecord member = fixture.published();
    Uid uid = member.uid();
    Transitions leaked = fixture.pool.inLock("leak", held -> held);
    Claimant claimant = fixture.claimant();
    Map<String, Consumer<Transitions>> transitions =
        Map.ofEntries(
            Map.entry("claim", held -> held.claim(uid, claimant)),
            Map.entry("give back", held -> held.giveBack(new Claim(member, claimant))),
            Map.entry("list", Transitions::snapshot),
            Map.entry(
                "announce",
                held ->
                    held.announce(Uid.random(), PoolFixture.FINGERPRINT, "4", member.process())),
            Map.entry("identify", held -> held.identify(uid, member.process())),
            Map.entry("publish", held -> held.publish(uid, member)),
            Map.entry(
                "failed launch", held -> held.fail(uid, new LaunchFailure("x", "", Instant.EPOCH))),
            Map.entry("retire", held -> held.retire(uid, "x")),
            Map.entry("forget", held -> held.forget(uid)),
            Map.entry("leave", held -> held.dequeue(new EntryName.Waiting(1, 1))),
            Map.entry(
                "join",
                held -> held.enqueue(new Waiter(new EntryName.Waiting(1, 1), claimant, "x"))),
            Map.entry("repair", Transitions::repair));

    transitions.forEach(
        (name, transition) -> {
          assertThatThrownBy(() -> transition.accept(leaked))
              .as(name)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining(name)
              .hasMessageContaining("needs the pool lock")
              .hasMessageContaining("which this thread does not have.");
          // That another thread has it does not help.
          assertThatThrownBy(
                  () ->
                      fixture.pool.inLock(
                          "hold",
                          held ->
                              CompletableFuture.runAsync(() -> transition.accept(leaked)).join()))
              .as(name)
              .hasCauseInstanceOf(IllegalStateException.class);
        });
    assertThat(fixture.pool.standing(uid)).isInstanceOf(Standing.Idle.class);
  }

  @Test
  void aTransitionOfThePoolInsideAHoldFailsInsteadOfHanging() {
    PoolFixture fixture = new PoolFixture(temp.resolve("other"));
    Uid uid = fixture.published().uid();

    assertThatThrownBy(
            () -> fixture.pool.inLock("outer", held -> fixture.pool.claim(uid, fixture.claimant())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not reentrant");
  }

  @Test
  void theLockIsFreeAfterAFailure() {
    assertThatThrownBy(
            () ->
                lock.hold(
                    "fail",
                    () -> {
                      throw new IllegalArgumentException("on purpose");
                    }))
        .hasMessage("on purpose");

    assertThat(lock.hold("again", () -> 1)).isEqualTo(1);
    assertThat(directory.path().resolve(".lock-holder")).content().isBlank();
    assertThat(directory.path().resolve(".lock")).isEmptyFile();
  }

  @Test
  void threadsHaveItOneAtATime() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicBoolean together = new AtomicBoolean();
    CyclicBarrier barrier = new CyclicBarrier(8);
    List<CompletableFuture<Void>> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(
          onNewThread(
              () -> {
                barrier.await();
                for (int n = 0; n < 25; n++) {
                  lock.hold(
                      "count",
                      () -> {
                        together.compareAndSet(false, inside.incrementAndGet() > 1);
                        LockSupport.parkNanos(1);
                        return inside.decrementAndGet();
                      });
                }
              }));
    }
    CompletableFuture.allOf(threads.toArray(CompletableFuture[]::new)).join();

    assertThat(together).isFalse();
  }

  @Test
  void anInterruptedThreadGetsItKeepsItAndKeepsItsFlag() throws Exception {
    PoolFixture fixture = new PoolFixture(temp.resolve("other"));
    MemberRecord member = fixture.launched();
    onNewThread(
            () -> {
              Thread.currentThread().interrupt();
              assertThat(fixture.pool.publish(member.uid(), member)).isTrue();
              assertThat(Thread.currentThread().isInterrupted()).isTrue();
              fixture.pool.inLock(
                  "try to lose it",
                  held -> {
                    assertThat(held.claim(member.uid(), fixture.claimant())).isPresent();
                    String other = elsewhere(fixture.directory.path().toString());
                    assertThat(other).contains("Could not get the pool lock");
                    return true;
                  });
              assertThat(Thread.currentThread().isInterrupted()).isTrue();
              assertThat(fixture.pool.retire(member.uid(), "x")).isTrue();
            })
        .join();
  }

  @Test
  void anInterruptWhileWaitingNeitherBreaksTheWaitNorIsLost() throws Exception {
    try (ChildJvm other = ChildJvm.start(LockContender.class, "hold", pool())) {
      assertThat(other.line()).isEqualTo("ready");
      assertThat(other.line()).isEqualTo("held");
      CountDownLatch started = new CountDownLatch(2);
      List<Thread> threads = new ArrayList<>();
      List<CompletableFuture<Void>> results = new ArrayList<>();
      for (int i = 0; i < 2; i++) { // one waits for the file, the other for the first
        results.add(
            onNewThread(
                () -> {
                  synchronized (threads) {
                    threads.add(Thread.currentThread());
                  }
                  started.countDown();
                  assertThat(lock.hold("wait", () -> 1)).isEqualTo(1);
                  assertThat(Thread.currentThread().isInterrupted()).isTrue();
                }));
      }
      started.await();
      await()
          .until(() -> threads.stream().allMatch(t -> t.getState() == Thread.State.TIMED_WAITING));
      threads.forEach(Thread::interrupt);
      await()
          .during(Duration.ofMillis(100))
          .until(() -> results.stream().noneMatch(r -> r.isDone()));
      other.tell("go");
      results.forEach(CompletableFuture::join);
    }
  }

  @Test
  void processesHaveItOneAtATime() throws Exception {
    List<ChildJvm> children = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        children.add(ChildJvm.start(LockContender.class, "count", pool(), "40"));
      }
      for (ChildJvm child : children) {
        assertThat(child.line()).isEqualTo("ready");
      }
      children.forEach(child -> child.tell("go"));
      LockContender.count(pool(), 40);
      for (ChildJvm child : children) {
        assertThat(child.exit()).isZero();
      }
    } finally {
      children.forEach(ChildJvm::close);
    }
    assertThat(counted()).isEqualTo("160");
  }

  @Test
  void anotherClassLoaderThatTriesDoesNotDropIt() throws Exception {
    try (OtherLoader loader = new OtherLoader()) {
      // Closing its descriptor would free the file for everybody.
      lock.hold(
          "be tried",
          () -> {
            assertThat(loader.attempt(pool(), 100)).contains("Could not get the pool lock");
            assertThat(elsewhere(pool())).contains("Could not get the pool lock");
            return true;
          });
      assertThat(loader.attempt(pool(), 10_000)).isEqualTo("got it");
    }
  }

  @Test
  void aDeletedLockFileIsNotLockedByTheOneWhoHasItOpen() throws Exception {
    lock.hold("open it", () -> 1);
    Files.delete(directory.path().resolve(".lock"));
    try (ChildJvm other = ChildJvm.start(LockContender.class, "hold", pool())) {
      assertThat(other.line()).isEqualTo("ready");
      assertThat(other.line()).isEqualTo("held");

      assertThatThrownBy(() -> impatient().hold("try", () -> 1))
          .isInstanceOf(PoolException.class)
          .hasMessageContaining("Could not get the pool lock");
      other.tell("go");
      assertThat(other.line()).isEqualTo("released");
    }
    assertThat(lock.hold("again", () -> 1)).isEqualTo(1);
  }

  @Test
  void aLockFileReplacedDuringAHoldEndsInOneLockAgain() throws Exception {
    lock.hold(
        "lose it",
        () -> {
          assertThat(directory.path().resolve(".lock").toFile().delete()).isTrue();
          return elsewhere(pool());
        });
    lock.hold(
        "have it again",
        () -> {
          assertThat(elsewhere(pool())).contains("Could not get the pool lock");
          return true;
        });
  }

  @Test
  void whereTheLockFileShouldBeMustNotBeALink() throws Exception {
    Path target = Files.createFile(temp.resolve("target"));
    Files.createSymbolicLink(directory.path().resolve(".lock"), target);

    assertThatThrownBy(() -> impatient().hold("try", () -> 1))
        .isInstanceOf(PoolException.class)
        .hasMessageContaining(".lock");
  }

  @Test
  void withoutItsDirectoryItSaysSo() throws Exception {
    Files.delete(directory.path().resolve("counter"));
    Files.delete(directory.path());

    assertThatThrownBy(() -> lock.hold("try", () -> 1))
        .isInstanceOf(PoolException.class)
        .hasMessageStartingWith("Cannot lock the pool for: try.")
        .hasMessageContaining("The pool directory is gone");
  }

  @Test
  void aLockThatTheSystemDoesNotTakeBackIsNamed() throws Exception {
    try (FileChannel channel =
        FileChannel.open(Files.createFile(temp.resolve("file")), StandardOpenOption.WRITE)) {
      FileLock lock =
          new FileLock(channel, 0, 1, false) {
            @Override
            public boolean isValid() {
              return true;
            }

            @Override
            public void release() throws IOException {
              throw new IOException("Input/output error");
            }
          };

      assertThatThrownBy(() -> PoolLock.release(lock))
          .isInstanceOf(PoolException.class)
          .hasMessage("Cannot release the pool lock: IOException: Input/output error");
    }
  }

  /** Tries in another process. */
  private static String elsewhere(String pool) {
    try (ChildJvm other = ChildJvm.start(LockContender.class, "try", pool, "200")) {
      assertThat(other.line()).isEqualTo("ready");
      return other.line();
    }
  }

  /** Work that may throw. */
  interface Work {
    void run() throws Exception;
  }

  private static CompletableFuture<Void> onNewThread(Work work) {
    CompletableFuture<Void> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
                result.complete(null);
              } catch (Throwable e) {
                result.completeExceptionally(e);
              }
            });
    thread.start();
    return result;
  }
}
