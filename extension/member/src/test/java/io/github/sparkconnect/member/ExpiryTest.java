package io.github.sparkconnect.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.pool.Endpoint;
import io.github.sparkconnect.pool.Fingerprint;
import io.github.sparkconnect.pool.Liveness;
import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.ProcessIdentity;
import io.github.sparkconnect.pool.Standing;
import io.github.sparkconnect.pool.Uid;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExpiryTest {

  private static final long SECOND = 1_000_000_000;

  private final Expiry expiry = new Expiry();

  @BeforeEach
  void tenSeconds() {
    expiry.timeouts(Duration.ofMinutes(2), Duration.ofSeconds(10));
  }

  @Test
  void leavesAtTheIdleTimeout() {
    assertStays(idle(0), 100);
    assertStays(idle(0), 109);
    assertThat(expiry.reasonToLeave(idle(0), 110 * SECOND)).contains("it was idle for PT10S");
  }

  @Test
  void countsFromTheLastUseThoughItWasTooShortToSee() {
    assertStays(idle(0), 100);
    assertStays(idle(1), 109);
    assertStays(idle(1), 118);
    assertThat(expiry.reasonToLeave(idle(1), 119 * SECOND)).isPresent();
  }

  @Test
  void countsAnewAfterAClaimThatFailed() {
    assertStays(idle(3), 100);
    assertStays(claimed(Liveness.SAME), 109);
    assertStays(idle(3), 110);
    assertStays(idle(3), 119);
    assertThat(expiry.reasonToLeave(idle(3), 120 * SECOND)).isPresent();
  }

  @Test
  void staysIdleForEverBeforeItKnowsItsTimeout() {
    assertThat(new Expiry().reasonToLeave(idle(0), 0)).isEmpty();
    assertThat(new Expiry().reasonToLeave(idle(0), Long.MAX_VALUE / 2)).isEmpty();
  }

  @Test
  void leavesOnlyWhenItsClaimantIsProvedDead() {
    assertStays(claimed(Liveness.SAME), 100);
    assertStays(claimed(Liveness.UNKNOWN), 100);
    assertThat(expiry.reasonToLeave(claimed(Liveness.DIFFERENT), 0))
        .contains("its claimant died: process 7");
  }

  @Test
  void leavesWhenThePoolHasNoPlaceForIt() {
    assertThat(expiry.reasonToLeave(new Standing.Retired("worn out"), 0)).contains("worn out");
    assertThat(expiry.reasonToLeave(new Standing.Gone(), 0)).isPresent();
    assertThat(expiry.reasonToLeave(new Standing.Malformed("'port' is a string"), 0))
        .contains("its record cannot be believed: 'port' is a string");
  }

  @Test
  void waitsWhenItCannotTell() {
    assertStays(new Standing.Unreadable("too many open files"), 1000);
  }

  @Test
  void hasHalfAnHourToBeReadyBeforeItKnowsItsTimeout() {
    Expiry unknown = new Expiry();
    assertThat(unknown.reasonToLeave(new Standing.Pending(), SECOND)).isEmpty();
    assertThat(unknown.reasonToLeave(new Standing.Pending(), 1800 * SECOND)).isEmpty();
    assertThat(unknown.reasonToLeave(new Standing.Pending(), 1801 * SECOND))
        .contains("it was not ready after PT30M");
  }

  @Test
  void leavesWhenItIsNotReadyInTimeAndItsLauncherHasNotEndedIt() {
    assertStays(new Standing.Pending(), 1);
    assertStays(new Standing.Pending(), 130);
    assertThat(expiry.reasonToLeave(new Standing.Pending(), 131 * SECOND))
        .contains("it was not ready after PT2M10S");
  }

  private void assertStays(Standing standing, long seconds) {
    assertThat(expiry.reasonToLeave(standing, seconds * SECOND)).isEmpty();
  }

  static Standing idle(long uses) {
    return new Standing.Idle(record(uses));
  }

  static Standing claimed(Liveness claimant) {
    return new Standing.Claimed(record(0), "process 7", claimant);
  }

  private static MemberRecord record(long uses) {
    Fingerprint fingerprint = new Fingerprint("0".repeat(64), new TreeMap<>());
    return new MemberRecord(
        new Uid("0123456789ab"),
        new Endpoint("localhost", 1, "token"),
        "4.2.0",
        fingerprint.sha256(),
        fingerprint.inputs(),
        new ProcessIdentity(1, "start:1"),
        Instant.EPOCH,
        Instant.EPOCH,
        uses,
        Path.of("/log"));
  }
}
