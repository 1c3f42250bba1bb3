package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.AcquireRequest;
import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.MemberPool;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolDirectory;
import io.github.sparkconnect.pool.PoolException;
import io.github.sparkconnect.pool.Processes;
import io.github.sparkconnect.pool.SystemProcesses;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/**
 * This JVM's access to the pools; there is one, because a test tool may open a launcher session for
 * each class. Thread-safe.
 */
final class PoolClient implements ServerSource {

  private static final PoolClient SHARED = new PoolClient();

  private final Processes processes = new SystemProcesses();
  private final ConcurrentMap<Path, OpenPool> pools = new ConcurrentHashMap<>();
  private final SparkGlobals globals = new SparkGlobals();
  private final Tally tally = new Tally();

  /** A pool directory and what works on it. */
  private record OpenPool(Pool pool, MemberPool members) {}

  static PoolClient shared() {
    return SHARED;
  }

  Tally tally() {
    return tally;
  }

  @Override
  public ClassServer claim(ServerRequest request, ExtensionContext context) {
    Settings settings = Settings.ofProcess(context::getConfigurationParameter);
    EffectiveRequest wanted = EffectiveRequest.of(request, settings);
    try {
      return claim(wanted, settings, context.getRequiredTestClass());
    } catch (SparkConnectException e) {
      if (wanted.disabledWithoutServer()) {
        throw new TestAbortedException("No Spark Connect server: " + e.getMessage(), e);
      }
      throw e;
    }
  }

  private ClassServer claim(EffectiveRequest wanted, Settings settings, Class<?> testClass) {
    ArrowAccess.ensure();
    OpenPool pool = pool(settings);
    LaunchPlan plan =
        LaunchPlan.of(wanted.server(), settings, pool.pool(), processes, Console::line);
    AcquireRequest request =
        new AcquireRequest(
            plan.fingerprint(),
            plan.sparkVersion(),
            testClass.getName(),
            settings.get(Settings.POOL_MAX_MEMBERS),
            settings.get(Settings.POOL_ACQUIRE_TIMEOUT));
    ClaimProgress progress = new ClaimProgress(testClass.getSimpleName(), tally);
    try (ControlProbe probe = new ControlProbe()) {
      Claim claim = pool.members().acquire(request, probe, plan, progress);
      return new PooledServer(
          claim,
          probe.take(claim.member()),
          sessions(wanted, settings, testClass),
          globals,
          end(pool));
    } catch (PoolException e) {
      throw SparkConnectException.of(e);
    }
  }

  private static PooledServer.Plan sessions(
      EffectiveRequest wanted, Settings settings, Class<?> testClass) {
    return new PooledServer.Plan(
        wanted.conf(),
        wanted.session() == SessionScope.PER_METHOD,
        wanted.reuse(),
        TestClasses.of(testClass),
        settings.get(Settings.CLOSE_TIMEOUT));
  }

  private PooledServer.ClaimEnd end(OpenPool pool) {
    return new PooledServer.ClaimEnd() {
      @Override
      public void giveBack(Claim claim) {
        pool.members().giveBack(claim);
      }

      @Override
      public void retire(Claim claim, String reason) {
        tally.retired();
        Console.line("server " + claim.uid() + " is retired: " + reason);
        pool.members().retire(claim, reason);
      }
    };
  }

  private OpenPool pool(Settings settings) {
    Path directory =
        settings
            .find(Settings.POOL_DIR)
            .orElseGet(
                () -> PoolDirectory.defaultLocation(System.getenv(), System.getProperties()));
    try {
      return pools.computeIfAbsent(directory, path -> open(path, settings));
    } catch (PoolException e) {
      throw SparkConnectException.of(e);
    }
  }

  private OpenPool open(Path directory, Settings settings) {
    Pool pool =
        Pool.open(
            PoolDirectory.open(directory),
            processes,
            Clock.systemUTC(),
            settings.get(Settings.POOL_LOCK_TIMEOUT));
    return new OpenPool(pool, new MemberPool(pool, processes, Clock.systemUTC()));
  }
}
