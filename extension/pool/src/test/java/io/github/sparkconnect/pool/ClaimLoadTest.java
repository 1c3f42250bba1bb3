package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many forks claim and return many times; nothing grows. {@code -Dload.claims=10000 -Dload.forks=32
 * -Dload.members=8} for a large build; the figures are printed.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "reads /proc")
@Timeout(7200)
class ClaimLoadTest {

  private static final int CLAIMS = Integer.getInteger("load.claims", 400);
  private static final int FORKS = Integer.getInteger("load.forks", 4);
  private static final int MEMBERS = Integer.getInteger("load.members", 2);
  private static final long MEGABYTE = 1 << 20;

  @TempDir Path directory;
  private LivePool live;
  private final List<ChildJvm> forks = new ArrayList<>();

  @BeforeEach
  void open() {
    live = new LivePool(directory.resolve("pool"));
  }

  @AfterEach
  void close() {
    forks.forEach(ChildJvm::close);
    live.close();
  }

  /** What the forks said of one tenth of their claims. */
  private static final class Tenth {
    final List<Long> cycles = new ArrayList<>();
    final List<Long> locks = new ArrayList<>();
    long largestHeap;
    long mostDescriptors;
  }

  @Test
  void nothingGrowsWithTheNumberOfClaims() throws IOException {
    for (int i = 0; i < MEMBERS; i++) {
      live.ready(LivePool.A, -i);
    }
    for (int i = 0; i < FORKS; i++) {
      forks.add(
          ChildJvm.start(
              List.of(),
              List.of("-Xmx32m", "-Xss512k"),
              ClaimLoader.class,
              live.directory.path().toString(),
              Integer.toString(MEMBERS),
              Integer.toString(CLAIMS / FORKS)));
    }
    forks.forEach(fork -> assertThat(fork.line()).isEqualTo("ready"));
    int filesBefore = files();
    long start = System.nanoTime();
    forks.forEach(fork -> fork.tell("go"));
    SortedMap<Integer, Tenth> tenths = new TreeMap<>();
    forks.forEach(fork -> read(fork, tenths));
    Duration took = Duration.ofNanos(System.nanoTime() - start);

    assertThat(tenths).hasSize(10);
    Tenth first = Objects.requireNonNull(tenths.get(0));
    Tenth last = Objects.requireNonNull(tenths.get(9));
    System.out.printf(
        "[load] %d claims of %d members by %d forks in %d s%n",
        CLAIMS / FORKS * FORKS, MEMBERS, FORKS, took.toSeconds());
    tenths.forEach(
        (number, tenth) ->
            System.out.printf(
                "[load] tenth %d: claim and return %.1f ms, lock %.2f ms (medians)%n",
                number + 1, millis(tenth.cycles), millis(tenth.locks)));
    System.out.printf(
        "[load] heap of a fork %.1f MB, then %.1f MB; descriptors %d, then %d; files %d, then %d%n",
        (double) first.largestHeap / MEGABYTE,
        (double) last.largestHeap / MEGABYTE,
        first.mostDescriptors,
        last.mostDescriptors,
        filesBefore,
        files());

    assertThat(last.largestHeap - first.largestHeap).as("bytes more").isLessThan(MEGABYTE);
    assertThat(last.mostDescriptors).isLessThanOrEqualTo(first.mostDescriptors);
    assertThat(files()).isLessThanOrEqualTo(filesBefore + 1);
    assertThat(live.pool.snapshot().waiters()).isEmpty();
    assertThat(
            live.pool.snapshot().entries(PoolEntry.Idle.class).stream()
                .mapToLong(idle -> idle.member().uses())
                .sum())
        .as("no claim was lost")
        .isEqualTo((long) CLAIMS / FORKS * FORKS);
  }

  private static void read(ChildJvm fork, SortedMap<Integer, Tenth> tenths) {
    for (String line = fork.line(); !line.equals("done"); line = fork.line()) {
      String[] words = line.split(" ", -1);
      assertThat(words).as(line).hasSize(4);
      Tenth tenth = tenths.computeIfAbsent(Integer.valueOf(words[1]), number -> new Tenth());
      long one = Long.parseLong(words[2]);
      long other = Long.parseLong(words[3]);
      if (words[0].equals("nanos")) {
        tenth.cycles.add(one);
        tenth.locks.add(other);
      } else {
        tenth.largestHeap = Math.max(tenth.largestHeap, one);
        tenth.mostDescriptors = Math.max(tenth.mostDescriptors, other);
      }
    }
  }

  private int files() throws IOException {
    try (Stream<Path> files = Files.list(live.directory.path())) {
      return (int) files.count();
    }
  }

  private static double millis(List<Long> nanos) {
    return nanos.stream().sorted().skip(nanos.size() / 2).findFirst().orElse(0L) / 1e6;
  }
}
