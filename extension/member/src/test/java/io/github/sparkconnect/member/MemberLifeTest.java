package io.github.sparkconnect.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.sparkconnect.member.TestPool.Launch;
import io.github.sparkconnect.pool.Claimant;
import io.github.sparkconnect.pool.ProcessIdentity;
import io.github.sparkconnect.pool.Standing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member goes away by itself, for each reason there is. Processes are real, Spark is not. */
class MemberLifeTest {

  /** Three times what is promised. */
  private static final Duration SOON = Duration.ofSeconds(15);

  @TempDir Path folder;
  private TestPool pool;

  @BeforeEach
  void open() {
    pool = new TestPool(folder.resolve("a b/%41+#${x}/pool"));
  }

  @AfterEach
  void close() {
    pool.close();
  }

  @Test
  void leavesWhenIdleForTooLong() throws Exception {
    TestMember member = pool.launch(new Launch().standIn().idleTimeout(Duration.ofSeconds(2)));
    member.awaitIdle();
    assertGoesAway(member, 0);
  }

  @Test
  void staysWhileItIsClaimedWhateverTheIdleTimeout() throws Exception {
    TestMember member = pool.launch(new Launch().standIn().idleTimeout(Duration.ofSeconds(2)));
    member.awaitIdle();
    claim(member, pool.processes.self());
    await().during(Duration.ofSeconds(5)).atMost(SOON).until(member.process::isAlive);
    assertThat(member.standing()).isInstanceOf(Standing.Claimed.class);
  }

  @Test
  void leavesWhenItsClaimantIsKilled() throws Exception {
    TestMember member = pool.launch(new Launch().standIn());
    member.awaitIdle();
    Process claimant = new ProcessBuilder("sleep", "600").start();
    claim(member, pool.processes.identify(claimant.pid()).orElseThrow());
    claimant.destroyForcibly().waitFor();
    assertGoesAway(member, 0);
  }

  @Test
  void leavesWhenRetiredByAnother() throws Exception {
    TestMember member = pool.launch(new Launch().standIn());
    member.awaitIdle();
    pool.pool.retire(member.uid, "the test asked for it");
    assertGoesAway(member, 0);
  }

  @Test
  void leavesWhenItsRecordCannotBeBelieved() throws Exception {
    TestMember member = pool.launch(new Launch().standIn());
    member.awaitIdle();
    Files.writeString(pool.directory.path().resolve("server-" + member.uid + ".json"), "[1, 2");
    assertGoesAway(member, 0);
  }

  @Test
  void leavesWhenThePoolIsDeletedAndDoesNotBringItBack() throws Exception {
    TestMember member = pool.launch(new Launch().standIn());
    member.awaitIdle();
    Trees.delete(pool.directory.path());
    member.awaitEnd(SOON);
    assertThat(pool.directory.path()).doesNotExist();
  }

  @Test
  void endsOnTermWithinSecondsEvenIfSparkDoesNotStop() throws Exception {
    Launch launch = new Launch().standIn();
    launch.jvmArgs.add("-Dstop=hang");
    TestMember member = pool.launch(launch);
    member.awaitIdle();
    member.process.destroy();
    assertGoesAway(member, 143);
  }

  @Test
  void isPublishedThoughItsLauncherWasKilled() throws Exception {
    Process launcher = new ProcessBuilder("sleep", "600").start();
    Launch launch = new Launch().standIn();
    launch.launcher = pool.processes.identify(launcher.pid()).orElseThrow();
    TestMember member = pool.launch(launch);
    launcher.destroyForcibly().waitFor();
    assertThat(member.awaitIdle().process().pid()).isEqualTo(member.process.pid());
  }

  @Test
  void leavesIfItsBootHangsAndItsLauncherWasKilled() throws Exception {
    Process launcher = new ProcessBuilder("sleep", "600").start();
    Launch launch = new Launch().standIn();
    launch.launcher = pool.processes.identify(launcher.pid()).orElseThrow();
    launch.bootTimeout = Duration.ofSeconds(1);
    launch.jvmArgs.add("-Dboot=hang");
    TestMember member = pool.launch(launch);
    launcher.destroyForcibly().waitFor();
    // Ten seconds are its launcher's.
    member.awaitEnd(Duration.ofSeconds(33));
    assertGoesAway(member, 0);
  }

  @Test
  void leavesWithoutATraceIfRetiredBeforeItWasPublished() throws Exception {
    TestMember member = pool.launch(new Launch().standIn());
    pool.pool.retire(member.uid, "too late");
    assertGoesAway(member, 0);
  }

  private void assertGoesAway(TestMember member, int status) throws IOException {
    member.awaitEnd(SOON);
    assertThat(member.process.exitValue()).as(member.log()).isEqualTo(status);
    assertThat(member.directory()).doesNotExist();
    assertThat(member.standing()).isInstanceOf(Standing.Gone.class);
    try (var left = Files.list(pool.directory.path())) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .allMatch(name -> name.startsWith(".lock"));
    }
  }

  private void claim(TestMember member, ProcessIdentity by) {
    assertThat(pool.pool.claim(member.uid, new Claimant(by, "some.Test", Instant.now())))
        .isPresent();
  }
}
