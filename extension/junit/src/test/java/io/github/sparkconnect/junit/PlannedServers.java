package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.AcquireListener;
import io.github.sparkconnect.pool.AcquireRequest;
import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.Health;
import io.github.sparkconnect.pool.MemberPool;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.SystemProcesses;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** A pool in a folder, and real servers that are planned and claimed without JUnit around them. */
final class PlannedServers {

  private final Path work;
  private final SystemProcesses processes = new SystemProcesses();
  final Pool pool;
  final MemberPool members;

  /**
   * @param work the working directory, in which the pool is, too
   */
  PlannedServers(Path work) {
    this.work = work;
    pool = PoolLocation.open(work.resolve("pool"), processes, Duration.ofSeconds(5));
    members = new MemberPool(pool, processes, Clock.systemUTC());
  }

  LaunchPlan plan(ServerSpec spec, Map<String, String> settings) {
    Properties properties = new Properties();
    properties.putAll(System.getProperties());
    properties.setProperty("user.dir", work.toString());
    properties.putAll(settings);
    return LaunchPlan.of(
        spec,
        Settings.of(key -> Optional.empty(), properties, Map.of()),
        pool,
        processes,
        System.err::println,
        new StartedProcesses(),
        properties,
        System.getenv(),
        getClass().getClassLoader());
  }

  Claim acquire(LaunchPlan plan) {
    return members.acquire(
        new AcquireRequest(
            plan.fingerprint(), plan.sparkVersion(), "a test", 2, Duration.ofMinutes(4)),
        member -> Health.healthy(),
        plan,
        AcquireListener.SILENT);
  }
}
