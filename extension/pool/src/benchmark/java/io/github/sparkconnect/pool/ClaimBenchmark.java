package io.github.sparkconnect.pool;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What a claim costs in a pool of 16 ready members that nobody else uses. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class ClaimBenchmark {

  private static final int MEMBERS = 16;

  private Path directory = Path.of("");
  private LivePool live = none();
  private Uid uid = Uid.random();

  /** Fields are set by {@link #open}. */
  @SuppressWarnings("NullAway")
  private static LivePool none() {
    return null;
  }

  @Setup(Level.Trial)
  public void open() throws Exception {
    directory = Files.createTempDirectory("claim-benchmark");
    live = new LivePool(directory.resolve("pool"));
    for (int i = 0; i < MEMBERS; i++) {
      uid = live.ready(LivePool.A, i).uid();
    }
  }

  @TearDown(Level.Trial)
  public void close() throws Exception {
    live.close();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** The two transitions: each takes the lock, lists the pool, checks, renames and writes. */
  @Benchmark
  public boolean claimAndReturn() {
    Claimant claimant =
        new Claimant(live.processes.self(), "Benchmark", Clock.systemUTC().instant());
    return live.pool.giveBack(live.pool.claim(uid, claimant).orElseThrow());
  }

  /** With everything around them but the member's own probe: repair, choice, process and port. */
  @Benchmark
  public boolean acquireAndReturn() {
    return live.members.giveBack(live.acquire(LivePool.A, MEMBERS));
  }

  @Benchmark
  public PoolSnapshot list() {
    return live.pool.snapshot();
  }
}
