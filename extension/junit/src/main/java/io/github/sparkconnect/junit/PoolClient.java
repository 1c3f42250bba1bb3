package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.AcquireRequest;
import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.MemberPool;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolException;
import io.github.sparkconnect.pool.Processes;
import io.github.sparkconnect.pool.SystemProcesses;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
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
  private final OpenClaims openClaims = new OpenClaims();
  private final Tally tally = new Tally();
  private final ScopesOfThread scopes = new ScopesOfThread();
  private final StartedProcesses started = new StartedProcesses();
  private final Set<String> parameterKeys = ConcurrentHashMap.newKeySet();

  /** The warnings about unknown settings that have been given. */
  private final Set<String> unknownSettings = ConcurrentHashMap.newKeySet();

  /** What has been said about versions of Spark. */
  private final Set<String> versionNotes = ConcurrentHashMap.newKeySet();

  private final AtomicBoolean remoteNote = new AtomicBoolean();
  private final AtomicBoolean apisChecked = new AtomicBoolean();

  /** A pool directory and what works on it. */
  private record OpenPool(Pool pool, MemberPool members) {}

  static PoolClient shared() {
    return SHARED;
  }

  Tally tally() {
    return tally;
  }

  /** Learns which configuration parameters there are, so that misspelt ones are found. */
  void parameterKeys(Set<String> keys) {
    keys.stream().filter(key -> key.startsWith(Setting.PREFIX)).forEach(parameterKeys::add);
  }

  /** Which classes the threads of this JVM are in the middle of. */
  ScopesOfThread scopes() {
    return scopes;
  }

  @Override
  public ClassServer claim(
      ServerRequest request, ExtensionContext context, AcquireRequest.WhenFull whenFull) {
    Settings settings = Settings.ofProcess(context::getConfigurationParameter);
    settings.unknown(parameterKeys).stream().filter(unknownSettings::add).forEach(Console::line);
    Class<?> testClass = context.getRequiredTestClass();
    if (apisChecked.compareAndSet(false, true)) {
      SparkApis.note(testClass.getClassLoader()).ifPresent(Console::line);
      ClientVersion.find(testClass.getClassLoader())
          .ifPresent(version -> note("the client", version));
    }
    try {
      EffectiveRequest wanted = EffectiveRequest.of(request.checked(), settings);
      if (wanted.remote().isPresent() && !request.serverAttributes().isEmpty()) {
        Console.line(
            testClass.getSimpleName()
                + ": "
                + String.join(", ", request.serverAttributes())
                + " of @SparkConnectServer have no effect: "
                + settings.source(Settings.REMOTE)
                + " names a server that somebody else runs");
      }
      return claim(wanted, settings, testClass, whenFull);
    } catch (SettingException e) {
      throw new ExtensionConfigurationException(String.valueOf(e.getMessage()), e);
    }
  }

  private ClassServer claim(
      EffectiveRequest wanted,
      Settings settings,
      Class<?> testClass,
      AcquireRequest.WhenFull whenFull) {
    try {
      SparkApis.checkOrder(testClass.getClassLoader());
      ArrowAccess.ensure();
      ClassSessions.Plan plan = sessions(wanted, settings, testClass);
      return wanted.remote().isPresent()
          ? remote(wanted.remote().get(), plan)
          : pooled(wanted, plan, settings, testClass, whenFull);
    } catch (PoolException | SparkConnectException e) {
      SparkConnectException failure =
          e instanceof SparkConnectException own ? own : SparkConnectException.of(e);
      if (wanted.disabledWithoutServer()) {
        throw new TestAbortedException("No Spark Connect server: " + failure.getMessage(), failure);
      }
      throw failure;
    } catch (LinkageError e) {
      throw SparkConnectException.ofClient(e);
    }
  }

  private void note(String what, String version) {
    SparkVersions.note(what, version).filter(versionNotes::add).ifPresent(Console::line);
  }

  private ClassServer remote(String url, ClassSessions.Plan plan) {
    RemoteServer server = new RemoteServer(url, new ClassSessions(url, plan, globals));
    note("the server", server.sparkVersion());
    if (remoteNote.compareAndSet(false, true)) {
      Console.line(
          server + " is run by somebody else: it is not reset, and tables that a class makes stay");
    }
    return server;
  }

  private ClassServer pooled(
      EffectiveRequest wanted,
      ClassSessions.Plan plan,
      Settings settings,
      Class<?> testClass,
      AcquireRequest.WhenFull whenFull) {
    OpenPool pool = pool(settings);
    LaunchPlan launch =
        LaunchPlan.of(wanted.server(), settings, pool.pool(), processes, Console::line, started);
    note("the server", launch.sparkVersion());
    AcquireRequest request =
        new AcquireRequest(
            launch.fingerprint(),
            launch.sparkVersion(),
            testClass.getName(),
            settings.get(Settings.POOL_MAX_MEMBERS),
            settings.get(Settings.POOL_ACQUIRE_TIMEOUT),
            whenFull);
    ClaimProgress progress = new ClaimProgress(testClass.getSimpleName(), tally);
    try (ControlProbe probe = new ControlProbe()) {
      Claim claim = acquire(pool.members(), request, probe, launch, progress);
      openClaims.add(claim, pool.members());
      End end = new End(pool.members(), settings.find(Settings.POOL_MAX_USES));
      try {
        return new PooledServer(
            claim,
            new MemberLoss(claim.member(), processes, started),
            probe.take(claim.member()),
            new ClassSessions(PooledServer.urlOf(claim.member().endpoint()), plan, globals),
            wanted.reuse(),
            end);
      } catch (RuntimeException | Error e) {
        end.retire(claim, "no session could be made for it: " + FirstLine.of(e));
        throw e;
      }
    }
  }

  private static Claim acquire(
      MemberPool members,
      AcquireRequest request,
      ControlProbe probe,
      LaunchPlan launch,
      ClaimProgress progress) {
    try {
      return members.acquire(request, probe, launch, progress);
    } catch (RuntimeException e) {
      progress.failed();
      throw e;
    }
  }

  private static ClassSessions.Plan sessions(
      EffectiveRequest wanted, Settings settings, Class<?> testClass) {
    return new ClassSessions.Plan(
        wanted.conf(),
        wanted.session() == SessionScope.PER_METHOD,
        testClass,
        Artifacts.find(wanted.artifacts(), Path.of("").toAbsolutePath()),
        settings.get(Settings.CLOSE_TIMEOUT));
  }

  /** Gives members back, and says why one is not. */
  private final class End implements PooledServer.ClaimEnd {
    private final MemberPool members;
    private final Optional<Integer> maxUses;

    End(MemberPool members, Optional<Integer> maxUses) {
      this.members = members;
      this.maxUses = maxUses;
    }

    @Override
    public void giveBack(Claim claim) {
      long uses = claim.member().uses() + 1;
      if (maxUses.isPresent() && uses >= maxUses.get()) {
        retire(
            claim,
            "it has served "
                + uses
                + (uses == 1 ? " class (" : " classes (")
                + Settings.POOL_MAX_USES.key()
                + ")");
      } else {
        openClaims.remove(claim);
        members.giveBack(claim);
      }
    }

    @Override
    public void retire(Claim claim, String reason) {
      openClaims.remove(claim);
      tally.retired();
      Console.line("server " + claim.uid() + " is retired: " + reason);
      members.retire(claim, reason);
    }
  }

  private OpenPool pool(Settings settings) {
    // Read each time, although the first one holds: a wrong value is told whoever comes first.
    Duration lockTimeout = settings.get(Settings.POOL_LOCK_TIMEOUT);
    return pools.computeIfAbsent(PoolLocation.of(settings), path -> open(path, lockTimeout));
  }

  private OpenPool open(Path directory, Duration lockTimeout) {
    Pool pool = PoolLocation.open(directory, processes, lockTimeout);
    return new OpenPool(pool, new MemberPool(pool, processes, Clock.systemUTC()));
  }
}
