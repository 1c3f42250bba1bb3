package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * A fork that claims and returns, {@code <pool> <members> <claims>}, and says what each tenth of
 * that took: a line {@code nanos} for each claim with its tenth, the time from asking for a member
 * to having given it back, and that of taking the lock once; a line {@code state} at the end of the
 * first tenth and of the last with the bytes on the heap after a collection and the number of open
 * descriptors.
 */
final class ClaimLoader {

  private static final int TENTHS = 10;

  private ClaimLoader() {}

  public static void main(String[] arguments) throws IOException {
    SystemProcesses processes = new SystemProcesses();
    Pool pool =
        Pool.open(
            PoolDirectory.open(Path.of(arguments[0])),
            processes,
            Clock.systemUTC(),
            Duration.ofSeconds(60));
    MemberPool members = new MemberPool(pool, processes, Clock.systemUTC());
    AcquireRequest request =
        new AcquireRequest(
            LivePool.A, "4.2.0", "Load", Integer.parseInt(arguments[1]), Duration.ofMinutes(10));
    int claims = Integer.parseInt(arguments[2]);
    System.out.println("ready");
    if (System.in.read() < 0) {
      return;
    }
    StringBuilder said = new StringBuilder();
    for (int claim = 0; claim < claims; claim++) {
      int tenth = claim * TENTHS / claims;
      long start = System.nanoTime();
      Claim held =
          members.acquire(
              request,
              LivePool.HEALTHY,
              uid -> {
                throw new PoolException("no launch was needed");
              },
              AcquireListener.SILENT);
      if (!members.giveBack(held)) {
        throw new IllegalStateException(held.uid() + " could not be given back");
      }
      long given = System.nanoTime();
      pool.retire(Uid.random(), "there is no such member");
      long locked = System.nanoTime() - given;
      said.append("nanos " + tenth + " " + (given - start) + " " + locked + "\n");
      int next = (claim + 1) * TENTHS / claims;
      if (next > tenth && (next == 1 || next == TENTHS)) {
        said.append("state " + tenth + " " + heap() + " " + descriptors() + "\n");
      }
    }
    System.out.println(said + "done");
  }

  private static long heap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }
}
