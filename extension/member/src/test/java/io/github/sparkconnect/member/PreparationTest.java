package io.github.sparkconnect.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.sparkconnect.pool.Liveness;
import io.github.sparkconnect.pool.Standing;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** When an idle member begins to warm up; that it does is shown with real servers. */
@Timeout(60)
class PreparationTest {

  private static final Standing IDLE = ExpiryTest.idle(0);
  private static final Standing CLAIMED = ExpiryTest.claimed(Liveness.SAME);

  @TempDir Path folder;
  private final AtomicInteger begun = new AtomicInteger();

  /** Its queries would go to a port where nobody listens. */
  private WarmUp warmUp() {
    begun.incrementAndGet();
    return new WarmUp("sc://localhost:1/;token=none", folder.resolve("warm-up"));
  }

  private void awaitBegun(Preparation preparation, int times) {
    await()
        .untilAsserted(
            () -> {
              preparation.look(IDLE);
              assertThat(begun).hasValue(times);
            });
  }

  @Test
  void waitsUntilItIsIdleForMoreThanAMoment() {
    Preparation preparation = new Preparation(true, Optional.empty(), this::warmUp);

    for (int i = 0; i < 10; i++) {
      preparation.look(IDLE);
      preparation.look(CLAIMED);
    }

    assertThat(begun).hasValue(0);
  }

  @Test
  void doesNothingIfItIsNotWanted() {
    Preparation preparation = new Preparation(false, Optional.empty(), this::warmUp);

    for (int i = 0; i < 10; i++) {
      preparation.look(IDLE);
    }

    assertThat(begun).hasValue(0);
  }

  @Test
  void whoWantsTheMemberWhileItBeginsIsNotInItsWay() {
    Preparation[] preparation = new Preparation[1];
    preparation[0] =
        new Preparation(
            true,
            Optional.empty(),
            () -> {
              // Between the decision to begin and the first query.
              preparation[0].stop();
              return warmUp();
            });

    awaitBegun(preparation[0], 1);

    // It has not run a query, which would take minutes here, and is tried again.
    awaitBegun(preparation[0], 2);
  }

  @Test
  void aClaimStopsItAlthoughNobodySaysSo() {
    Preparation preparation = new Preparation(true, Optional.empty(), this::warmUp);
    awaitBegun(preparation, 1);
    // Where nobody listens, its first query would be tried again for minutes.
    await().until(() -> threads(frame -> frame.getMethodName().equals("total")).count() == 1);

    preparation.look(CLAIMED);

    await()
        .until(() -> threads(frame -> frame.getMethodName().equals("interruptAll")).count() == 1);
    // Both would go on for minutes, beside other tests.
    List<Thread> left =
        threads(frame -> frame.getClassName().startsWith("org.apache.spark")).toList();
    left.forEach(thread -> thread.setUncaughtExceptionHandler((interrupted, expected) -> {}));
    await()
        .until(
            () -> {
              // Each call that is still to come, such as the release of the session.
              left.forEach(Thread::interrupt);
              return left.stream().noneMatch(Thread::isAlive);
            });
  }

  private static Stream<Thread> threads(Predicate<StackTraceElement> frame) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().startsWith("member-"))
        .filter(thread -> Arrays.stream(thread.getValue()).anyMatch(frame))
        .map(Map.Entry::getKey);
  }
}
