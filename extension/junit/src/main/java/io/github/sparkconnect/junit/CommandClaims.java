package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.AcquireRequest;
import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.Health;
import io.github.sparkconnect.pool.MemberPool;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolException;
import io.github.sparkconnect.pool.SystemProcesses;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicBoolean;

/** A command's claims on servers that fit tests run here. Thread-safe. */
final class CommandClaims {

  private final String command;
  private final MemberPool members;
  private final LaunchPlan plan;
  private final AcquireRequest request;
  private final AtomicBoolean lacksJUnit;

  /**
   * @param command its name, for messages
   */
  CommandClaims(String command, Settings settings, Pool pool, LaunchPlan plan) {
    this.command = command;
    this.members = new MemberPool(pool, new SystemProcesses(), Clock.systemUTC());
    this.plan = plan;
    this.request =
        new AcquireRequest(
            plan.fingerprint(),
            plan.sparkVersion(),
            "the command '" + command + "'",
            settings.get(Settings.POOL_MAX_MEMBERS),
            settings.get(Settings.POOL_ACQUIRE_TIMEOUT));
    this.lacksJUnit =
        new AtomicBoolean(
            JUnitCode.find(
                    CommandClaims.class.getClassLoader(), pool.directory().path().resolve("cache"))
                .isEmpty());
  }

  /**
   * Claims a server, which is started if need be.
   *
   * @throws PoolException if none can be had
   */
  Claim claim() {
    // To look into it would need Spark's client.
    Claim claim =
        members.acquire(
            request, member -> Health.healthy(), plan, new ClaimProgress(command, new Tally()));
    if (claim.member().uses() == 0 && lacksJUnit.getAndSet(false)) {
      Console.line(
          command
              + ": this server lacks JUnit's API, because no test has run with this pool yet: it"
              + " cannot run the lambdas of a class that has JUnit's types in its signatures. Run a"
              + " test, 'stop' the server, and start another.");
    }
    return claim;
  }

  /** Returns whether the server is in the pool again. */
  boolean giveBack(Claim claim) {
    return members.giveBack(claim);
  }

  void retire(Claim claim, String reason) {
    members.retire(claim, reason);
  }
}
