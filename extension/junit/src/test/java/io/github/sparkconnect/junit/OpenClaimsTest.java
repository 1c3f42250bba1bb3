package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.Claimant;
import io.github.sparkconnect.pool.Endpoint;
import io.github.sparkconnect.pool.Fingerprint;
import io.github.sparkconnect.pool.MemberPool;
import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.ProcessIdentity;
import io.github.sparkconnect.pool.SystemProcesses;
import io.github.sparkconnect.pool.Uid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that exits in the middle of a class, as a test that calls {@code System.exit} does. */
@Timeout(60)
class OpenClaimsTest {

  @TempDir Path temp;
  private final SystemProcesses processes = new SystemProcesses();
  private final Uid uid = Uid.random();
  private Path directory;
  private Process member;

  @BeforeEach
  void startAStandIn() throws IOException {
    directory = temp.resolve("pool");
    Pool pool = open(directory);
    pool.announce(uid, fingerprint(), "4.2.0", processes.self());
    member =
        new ProcessBuilder(
                java(),
                "-cp",
                StandInMember.compile(temp.resolve("code")).toString(),
                OwnCode.MEMBER_MAIN,
                directory.toString(),
                uid.value())
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("member.txt").toFile())
            .start();
    StandInMember.report(pool.directory().memberDirectory(uid));
    ProcessIdentity identity = processes.identify(member.pid()).orElseThrow();
    assertThat(pool.identify(uid, identity)).isTrue();
    assertThat(
            pool.publish(
                uid,
                new MemberRecord(
                    uid,
                    new Endpoint("localhost", 1, "token"),
                    "4.2.0",
                    fingerprint(),
                    identity,
                    Instant.now(),
                    pool.directory().log(uid))))
        .isTrue();
  }

  @AfterEach
  void endIt() throws InterruptedException {
    member.destroyForcibly().waitFor();
  }

  @Test
  void endWithTheirJvm() throws Exception {
    Process claimant =
        new ProcessBuilder(
                java(),
                "-cp",
                System.getProperty("java.class.path"),
                Claims.class.getName(),
                directory.toString(),
                uid.value())
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("claimant.txt").toFile())
            .start();

    assertThat(claimant.waitFor(30, TimeUnit.SECONDS)).isTrue();

    assertThat(Files.readString(temp.resolve("claimant.txt"))).contains("claimed " + uid);
    assertThat(claimant.exitValue()).isEqualTo(3);
    // By the claimant itself: nobody else looks at this pool.
    assertThat(directory).isDirectoryNotContaining("glob:**/{claimed,server}-*");
    assertThat(member.waitFor(15, TimeUnit.SECONDS)).as("was told to end").isTrue();
  }

  /** Claims a member, and exits. */
  static final class Claims {
    private Claims() {}

    public static void main(String[] args) {
      Pool pool = open(Path.of(args[0]));
      SystemProcesses processes = new SystemProcesses();
      Claim claim =
          pool.claim(
                  new Uid(args[1]),
                  new Claimant(processes.self(), "ExitingTest", Clock.systemUTC().instant()))
              .orElseThrow();
      new OpenClaims().add(claim, new MemberPool(pool, processes, Clock.systemUTC()));
      System.out.println("claimed " + claim.uid());
      System.exit(3);
    }
  }

  private static Pool open(Path directory) {
    return PoolLocation.open(directory, new SystemProcesses(), Duration.ofSeconds(5));
  }

  private static Fingerprint fingerprint() {
    return new Fingerprint("0".repeat(64), new TreeMap<>());
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
