package io.github.sparkconnect.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.sparkconnect.pool.AcquireListener;
import io.github.sparkconnect.pool.AcquireRequest;
import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.Fingerprint;
import io.github.sparkconnect.pool.Health;
import io.github.sparkconnect.pool.MemberPool;
import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolDirectory;
import io.github.sparkconnect.pool.PoolException;
import io.github.sparkconnect.pool.SystemProcesses;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.LoggerFactory;

/**
 * A fork of the soak: claims, works, cleans and returns until its input ends, and says after each
 * class on a line what came of it: {@code ok}, {@code told} with a clear error, {@code lost} with a
 * member that died under it, or {@code unexplained}.
 *
 * <p>Its input tells it to {@code exit}, {@code halt}, be {@code interrupt}ed, set its {@code
 * clock} by seconds, or {@code boot} the next member badly, and that it is about to {@code starve}
 * for descriptors.
 */
public final class SoakClaimant {

  /**
   * The first ones are wanted more often; of a kind whose launch failed none starts for a while.
   */
  private static final int KINDS = 5;

  private static final Duration PAUSE = Duration.ofMillis(500);

  /** So many members may live. */
  static final int LIMIT = 4;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final SetClock clock = new SetClock();
  private final AtomicReference<String> boot = new AtomicReference<>("");
  private final Random random;
  private final Path path;
  private final Thread thread = Thread.currentThread();

  /** Whether what its classes meet may be for what is happening to the JVM. */
  private volatile boolean ending;

  private volatile boolean over;

  private SoakClaimant(Path path, long seed) {
    this.path = path;
    this.random = new Random(seed);
  }

  /** Runs it: {@code <pool directory> <seed>}. */
  public static void main(String[] args) {
    SoakClaimant claimant = new SoakClaimant(Path.of(args[0]), Long.parseLong(args[1]));
    // Log4j never recovers from an interrupt while it is initialised.
    LoggerFactory.getLogger(SoakClaimant.class);
    Thread orders = new Thread(claimant::obey, "orders");
    orders.setDaemon(true);
    orders.start();
    while (!claimant.over) {
      String outcome = claimant.runClass();
      claimant.say(outcome);
      if (outcome.startsWith("told")) {
        claimant.pause();
      }
    }
  }

  /** A wall clock that somebody sets. */
  private static final class SetClock extends Clock {
    private volatile Duration offset = Duration.ZERO;

    @Override
    public Instant instant() {
      return Instant.now().plus(offset);
    }

    @Override
    public ZoneId getZone() {
      return ZoneId.of("UTC");
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  private void pause() {
    try {
      new CountDownLatch(1).await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      // The interrupt was for a class.
    }
  }

  private void obey() {
    BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    try {
      for (String order = orders.readLine(); order != null; order = orders.readLine()) {
        String[] words = order.split(" ", 2);
        switch (words[0]) {
          case "exit" -> {
            ending = true;
            System.exit(3);
          }
          case "halt" -> Runtime.getRuntime().halt(4);
          case "interrupt" -> thread.interrupt();
          case "clock" -> clock.offset = Duration.ofSeconds(Long.parseLong(words[1]));
          case "boot" -> boot.set(words[1]);
          case "starve" -> ending = true;
          default -> say("unexplained order " + order);
        }
      }
    } catch (IOException e) {
      say("unexplained " + e);
    }
    over = true;
  }

  private synchronized void say(String line) {
    System.out.println("@" + line.replace('\n', '|'));
  }

  /** Opens the pool anew, as each build does, and as is needed when somebody has deleted it. */
  private String runClass() {
    Thread.interrupted(); // of the class before
    try {
      SystemProcesses processes = new SystemProcesses();
      Pool pool = Pool.open(PoolDirectory.open(path), processes, clock, Duration.ofSeconds(30));
      MemberPool members = new MemberPool(pool, processes, clock);
      Fingerprint fingerprint = someKind();
      Claim claim =
          members.acquire(
              new AcquireRequest(fingerprint, "4.2.0", "Soak", LIMIT, PATIENCE),
              SoakClaimant::ping,
              new SoakLauncher(pool, processes, fingerprint, boot),
              AcquireListener.SILENT);
      String residue;
      try {
        residue = use(claim);
      } catch (IOException e) {
        members.retire(claim, "it does not answer: " + e.getMessage());
        return "lost " + e;
      } catch (InterruptedException e) {
        members.retire(claim, "its test was interrupted");
        return "told " + e;
      }
      if (residue.equals("ok")) {
        return members.giveBack(claim) ? "ok" : "told that the claim does not hold any more";
      }
      members.retire(claim, residue);
      return "ok, and retired it";
    } catch (PoolException e) {
      return "told " + e.getMessage();
    } catch (RuntimeException | Error e) {
      if (ending) {
        over = true; // a JVM that could not load a class, for example, keeps that in mind
        return "told " + e;
      }
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      return "unexplained " + trace;
    }
  }

  private Fingerprint someKind() {
    String kind = Integer.toString(Math.min(random.nextInt(KINDS), random.nextInt(KINDS)));
    return new Fingerprint(kind.repeat(64), new TreeMap<>(Map.of("soak", kind)));
  }

  private static Health ping(MemberRecord member) {
    try {
      String answer = SoakLine.ask(member.endpoint().port(), "ping");
      return answer.equals("ok") ? Health.healthy() : Health.unhealthy(answer);
    } catch (IOException e) {
      return Health.unhealthy("no answer: " + e.getMessage());
    }
  }

  private String use(Claim claim) throws IOException, InterruptedException {
    int port = claim.member().endpoint().port();
    String me = Long.toString(ProcessHandle.current().pid());
    SoakLine.ask(port, "begin " + me);
    new CountDownLatch(1).await(random.nextInt(300), TimeUnit.MILLISECONDS);
    String residue = SoakLine.ask(port, "reset");
    SoakLine.ask(port, "end " + me);
    return residue;
  }
}
