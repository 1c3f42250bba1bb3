package io.github.sparkconnect.pool;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A process that claims members when it is told to: reads commands, one a line, and answers each
 * with one line.
 *
 * <ul>
 *   <li>{@code claim}: tries to claim any ready member; its uid, or {@code none}
 *   <li>{@code return}: gives the claimed member back; {@code true}, {@code false} or {@code none}
 *   <li>{@code acquire N}: N times, waits for its turn, uses the member and gives it back; how
 *       often
 * </ul>
 */
final class ClaimRacer {

  private final Pool pool;
  private final SystemProcesses processes = new SystemProcesses();
  private final Path witnesses;
  private final int maxMembers;
  private final MemberPool members;
  private @Nullable Claim held;

  private ClaimRacer(Path directory, Path witnesses, int maxMembers) {
    this.witnesses = witnesses;
    this.maxMembers = maxMembers;
    this.pool =
        Pool.open(
            PoolDirectory.open(directory), processes, Clock.systemUTC(), Duration.ofSeconds(60));
    this.members = new MemberPool(pool, processes, Clock.systemUTC());
  }

  public static void main(String[] arguments) throws Exception {
    ClaimRacer racer =
        new ClaimRacer(
            Path.of(arguments[0]), Path.of(arguments[1]), Integer.parseInt(arguments[2]));
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("ready");
    for (String command = commands.readLine(); command != null; command = commands.readLine()) {
      System.out.println(racer.answer(command));
    }
  }

  private String answer(String command) {
    try {
      if (command.equals("claim")) {
        return claim();
      }
      if (command.equals("return")) {
        return held == null ? "none" : Boolean.toString(giveBack());
      }
      return acquire(Integer.parseInt(command.substring("acquire ".length())));
    } catch (Exception e) {
      return ("failed: " + e).replace('\n', ' ');
    }
  }

  private String claim() {
    for (PoolEntry.Idle idle : pool.snapshot().entries(PoolEntry.Idle.class)) {
      if (!Files.exists(pool.directory().resolve(new EntryName.Server(idle.uid())))) {
        continue; // somebody has it: no need to find that out under the lock
      }
      Optional<Claim> claim =
          pool.claim(
              idle.uid(), new Claimant(processes.self(), "Race", Clock.systemUTC().instant()));
      if (claim.isPresent()) {
        held = claim.get();
        return held.uid().value();
      }
    }
    return "none";
  }

  private boolean giveBack() {
    Claim claim = held;
    held = null;
    return claim != null && pool.giveBack(claim);
  }

  private String acquire(int times) throws Exception {
    AcquireRequest request =
        new AcquireRequest(LivePool.A, "4.2.0", "Race", maxMembers, Duration.ofMinutes(2));
    int done = 0;
    for (; done < times; done++) {
      Claim claim =
          members.acquire(
              request,
              LivePool.HEALTHY,
              uid -> {
                throw new PoolException("no launch was needed");
              },
              AcquireListener.SILENT);
      // Independent of the pool: fails if another process has the same member now.
      Path witness = Files.createFile(witnesses.resolve(claim.uid().value()));
      Files.delete(witness);
      if (!members.giveBack(claim)) {
        return "failed: " + claim.uid() + " could not be given back";
      }
    }
    return Integer.toString(done);
  }
}
