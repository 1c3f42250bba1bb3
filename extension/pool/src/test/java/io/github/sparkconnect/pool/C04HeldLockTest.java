package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C04: somebody holds the lock and sleeps. */
@Timeout(60)
class C04HeldLockTest {

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"hold", "hold-silently"})
  @EnabledOnOs(value = OS.LINUX, disabledReason = "a silent holder is known to Linux only")
  void theErrorNamesLockFileHolderAndWait(String how) {
    PoolFixture fixture = new PoolFixture(temp.resolve("pool"));
    Uid uid = fixture.published().uid();
    Pool impatient =
        Pool.open(fixture.directory, fixture.processes, fixture.clock, Duration.ofMillis(300));
    String path = fixture.directory.path().toString();
    try (ChildJvm holder = ChildJvm.start(LockContender.class, how, path)) {
      assertThat(holder.line()).isEqualTo("ready");
      assertThat(holder.line()).isEqualTo("held");

      Instant start = Instant.now();
      assertThatThrownBy(() -> impatient.claim(uid, fixture.claimant()))
          .isInstanceOf(PoolException.class)
          .hasMessageContaining(path + "/.lock")
          .hasMessageContaining("process " + holder.pid() + " (")
          .hasMessageContaining("300 ms")
          .hasMessageContaining("sparkconnect.pool.lockTimeout")
          .message()
          .satisfies(
              message -> assertThat(message.contains("sleep on it")).isEqualTo(how.equals("hold")));
      assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(10));
      // Reading, and so supervising, does not wait for it.
      assertThat(impatient.snapshot().entries()).hasSize(1);
      assertThat(impatient.standing(uid)).isInstanceOf(Standing.Idle.class);
      assertThat(impatient.standing(Uid.random())).isInstanceOf(Standing.Unreadable.class);
    }
    await().untilAsserted(() -> assertThat(impatient.claim(uid, fixture.claimant())).isPresent());
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "looks into /proc")
  void ctrlCEndsTheWait() throws IOException, InterruptedException {
    assumeFalse(interruptIsIgnored(), "started in the background: children ignore INT");
    PoolDirectory directory = PoolDirectory.open(temp.resolve("pool"));
    String path = directory.path().toString();
    try (ChildJvm holder = ChildJvm.start(LockContender.class, "hold", path)) {
      assertThat(holder.line()).isEqualTo("ready");
      assertThat(holder.line()).isEqualTo("held");
      try (ChildJvm waiter = ChildJvm.start(LockContender.class, "try", path, "30000")) {
        await().until(() -> hasOpen(waiter.pid(), Path.of(path, ".lock")));

        new ProcessBuilder("kill", "-INT", Long.toString(waiter.pid())).start().waitFor();

        assertThat(waiter.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(waiter.exit()).isEqualTo(130);
      }
    }
  }

  private static boolean interruptIsIgnored() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).trim(), 16) & 2) != 0);
  }

  private static boolean hasOpen(long pid, Path file) throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      for (Path descriptor : descriptors.toList()) {
        if (Files.exists(descriptor) && Files.isSameFile(descriptor, file)) {
          return true;
        }
      }
      return false;
    } catch (NoSuchFileException e) {
      return false; // a descriptor closed meanwhile
    }
  }
}
