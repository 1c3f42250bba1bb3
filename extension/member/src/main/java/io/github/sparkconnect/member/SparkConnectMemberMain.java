package io.github.sparkconnect.member;

import io.github.sparkconnect.pool.LaunchSpec;
import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolDirectory;
import io.github.sparkconnect.pool.ProcessIdentity;
import io.github.sparkconnect.pool.SystemProcesses;
import io.github.sparkconnect.pool.Uid;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * The main class of a member: {@code SparkConnectMemberMain <pool directory> <uid>}.
 *
 * <p>Reads {@code member-<uid>/launch.json}, boots Spark with its Connect service and publishes the
 * member in the pool. Whatever goes wrong before that is left in {@code failure.json}, also when it
 * is a class that is missing: this class and what it calls first need nothing of Spark.
 */
public final class SparkConnectMemberMain {

  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(30);

  private SparkConnectMemberMain() {}

  /** Turns the process into something that can be published. */
  @FunctionalInterface
  interface Boot {
    MemberRecord run(
        PoolDirectory directory,
        LaunchSpec spec,
        ProcessIdentity self,
        Departure departure,
        Supervisor supervisor)
        throws Exception;
  }

  /** Runs a member until it goes away. */
  public static void main(String[] args) throws InterruptedException {
    run(
        args,
        (directory, spec, self, departure, supervisor) ->
            new MemberBoot(directory, spec, self, departure, supervisor).run());
  }

  static void run(String[] args, Boot boot) throws InterruptedException {
    // Log4j would stop when the way out begins, and the way out has something to say.
    System.setProperty("log4j2.shutdownHookEnabled", "false");
    if (args.length != 2) {
      System.err.println("usage: SparkConnectMemberMain <pool directory> <uid>");
      System.exit(2);
    }
    Path path = Path.of(args[0]);
    if (!Files.isDirectory(path)) {
      // Deleted meanwhile, to stop everything: it must not come back.
      System.err.println("the pool directory " + path + " is gone, and so is its member");
      System.exit(0);
    }
    PoolDirectory directory = PoolDirectory.open(path);
    Uid uid = new Uid(args[1]);
    SystemProcesses processes = new SystemProcesses();
    Pool pool = Pool.open(directory, processes, Clock.systemUTC(), LOCK_TIMEOUT);
    ProcessIdentity self = processes.self();
    boolean awaited = pool.identify(uid, self);
    Departure departure = Departure.install(pool, directory, uid);
    if (awaited) {
      boot(directory, uid, pool, self, departure, boot);
    } else {
      departure.leave("nobody waits for it any more");
    }
    // From now on the supervisor decides.
    new CountDownLatch(1).await();
  }

  private static void boot(
      PoolDirectory directory,
      Uid uid,
      Pool pool,
      ProcessIdentity self,
      Departure departure,
      Boot boot) {
    try {
      MemberLog.start(directory.log(uid));
      Supervisor supervisor = Supervisor.start(pool, uid, departure);
      LaunchSpec spec = LaunchSpec.read(directory.launchSpec(uid));
      supervisor.timeouts(spec.bootTimeout(), spec.idleTimeout());
      if (!pool.publish(uid, boot.run(directory, spec, self, departure, supervisor))) {
        departure.leave("it was retired before it was published");
      }
    } catch (Throwable e) { // Missing classes are errors.
      departure.fail(e);
    }
  }
}
