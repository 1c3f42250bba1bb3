package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rule of who makes a clean-up call when calls nest; against a server in its own test. */
class MlCacheTest {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final Wire wire = new Wire();
  private final MlCache cache = new MlCache("session s", wire);

  /** Writes down calls; can do something, or fail, while one is under way. */
  private static final class Wire implements MlCache.Calls {
    final List<String> calls = new ArrayList<>();
    final List<Duration> limits = new ArrayList<>();
    @Nullable Runnable meanwhile;

    @Override
    public void cleanCache(Duration limit) {
      call("clean", limit);
    }

    @Override
    public void delete(List<String> references, Duration limit) {
      call("delete" + references, limit);
    }

    private void call(String name, Duration limit) {
      synchronized (calls) {
        calls.add(name);
        limits.add(limit);
      }
      Runnable action = meanwhile;
      meanwhile = null;
      if (action != null) {
        action.run();
      }
    }
  }

  @Test
  void withoutNestingMakesExactlyTheCallsAskedFor() {
    assertThat(cache.delete(List.of("a"), LIMIT)).isTrue();
    assertThat(cache.delete(List.of(), LIMIT)).isTrue();
    assertThat(cache.clean(LIMIT)).isTrue();
    assertThat(cache.delete(List.of("b", "c"), LIMIT)).isTrue();

    assertThat(wire.calls).containsExactly("delete[a]", "clean", "delete[b, c]");
    assertThat(wire.limits).containsOnly(LIMIT);
  }

  @Test
  void aNestedDeletionIsSentByTheOuterCallOnce() {
    wire.meanwhile =
        () -> {
          assertThat(cache.delete(List.of("b"), LIMIT)).isFalse();
          assertThat(cache.delete(List.of("b", "c"), LIMIT)).isFalse();
        };

    cache.delete(List.of("a"), LIMIT);

    assertThat(wire.calls).containsExactly("delete[a]", "delete[b, c]");
    assertThat(wire.limits.get(1)).isLessThanOrEqualTo(LIMIT);
  }

  @Test
  void aNestedCleanIsSentByTheOuterDeletionAndCoversNestedDeletions() {
    wire.meanwhile =
        () -> {
          cache.delete(List.of("b"), LIMIT);
          cache.clean(LIMIT);
        };

    try (Warnings warnings = Warnings.of(MlCache.class)) {
      cache.delete(List.of("a"), LIMIT);
      assertThat(warnings.messages())
          .hasSize(2)
          .last()
          .asString()
          .endsWith(
              "The clean-up call 'clean' of session s was made while 'delete(a)' of the same client"
                  + " was waiting for the server on the same thread; it is skipped, and its work is"
                  + " done by that call");
    }

    assertThat(wire.calls).containsExactly("delete[a]", "clean");
  }

  @Test
  void whatIsNestedInACleanIsCoveredByIt() {
    wire.meanwhile =
        () -> {
          assertThat(cache.delete(List.of("b"), LIMIT)).isFalse();
          assertThat(cache.clean(LIMIT)).isFalse();
        };

    cache.clean(LIMIT);

    assertThat(wire.calls).containsExactly("clean");
  }

  @Test
  void thereIsOneFurtherCallAndNoLoop() {
    wire.meanwhile =
        () -> {
          cache.delete(List.of("b"), LIMIT);
          wire.meanwhile = () -> cache.delete(List.of("c"), LIMIT);
        };

    cache.delete(List.of("a"), LIMIT);

    assertThat(wire.calls).containsExactly("delete[a]", "delete[b]");
  }

  @Test
  void theMarkIsClearedAfterAFailureAndTheNestedWorkIsStillTried() {
    wire.meanwhile =
        () -> {
          cache.delete(List.of("b"), LIMIT);
          throw new IllegalStateException("on purpose");
        };

    assertThatThrownBy(() -> cache.delete(List.of("a"), LIMIT)).hasMessage("on purpose");
    assertThat(cache.clean(LIMIT)).isTrue();

    assertThat(wire.calls).containsExactly("delete[a]", "delete[b]", "clean");
  }

  @Test
  void anotherClientOnTheSameThreadIsNotSkipped() {
    Wire otherWire = new Wire();
    MlCache other = new MlCache("session t", otherWire);
    wire.meanwhile = () -> assertThat(other.clean(LIMIT)).isTrue();

    cache.clean(LIMIT);

    assertThat(otherWire.calls).containsExactly("clean");
  }

  @Test
  void anotherThreadIsNotSkippedWhileACallWaits() throws Exception {
    CountDownLatch outerWaits = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    wire.meanwhile =
        () -> {
          outerWaits.countDown();
          awaitQuietly(release);
        };
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<Boolean> outer = thread.submit(() -> cache.clean(LIMIT));
      assertThat(outerWaits.await(30, TimeUnit.SECONDS)).isTrue();

      assertThat(cache.clean(LIMIT)).isTrue();

      release.countDown();
      assertThat(outer.get(30, TimeUnit.SECONDS)).isTrue();
      assertThat(wire.calls).containsExactly("clean", "clean");
    } finally {
      release.countDown();
      thread.shutdownNow();
    }
  }

  @Test
  void manyThreadsNeitherSkipNorDoubleACall() throws Exception {
    int threads = 16;
    int rounds = 50;
    CyclicBarrier barrier = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        String id = "m" + i;
        all.add(
            pool.submit(
                () -> {
                  for (int round = 0; round < rounds; round++) {
                    barrier.await(30, TimeUnit.SECONDS);
                    assertThat(cache.delete(List.of(id), LIMIT)).isTrue();
                  }
                  return null;
                }));
      }
      for (Future<?> future : all) {
        future.get(60, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(wire.calls).hasSize(threads * rounds);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      if (!latch.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("not released");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
