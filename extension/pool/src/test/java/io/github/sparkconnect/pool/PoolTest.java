package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The transitions when nobody dies. */
class PoolTest {

  @TempDir Path temp;
  private PoolFixture fixture;
  private Pool pool;

  @BeforeEach
  void openPool() {
    fixture = new PoolFixture(temp.resolve("pool"));
    pool = fixture.pool;
  }

  @Test
  void aMemberIsAnnouncedIdentifiedPublishedClaimedAndGivenBack() {
    MemberRecord member = fixture.launched();
    Uid uid = member.uid();
    assertThat(pool.standing(uid)).isEqualTo(new Standing.Pending());

    assertThat(pool.publish(uid, member)).isTrue();
    assertThat(pool.standing(uid)).isInstanceOf(Standing.Idle.class);

    Claimant claimant = fixture.claimant();
    Claim claim = pool.claim(uid, claimant).orElseThrow();
    assertThat(claim.member().process()).isEqualTo(member.process());
    assertThat(pool.claim(uid, claimant)).isEmpty();
    assertThat(pool.snapshot().entry(uid))
        .contains(
            new PoolEntry.Claimed(claim.member(), claimant.process().pid(), Optional.of(claimant)));

    fixture.clock.advance(Duration.ofSeconds(7));
    assertThat(pool.giveBack(claim)).isTrue();
    assertThat(pool.giveBack(claim)).isFalse();
    assertThat(pool.snapshot().entries(PoolEntry.Idle.class))
        .singleElement()
        .satisfies(
            idle -> {
              assertThat(idle.member().uses()).isEqualTo(1);
              assertThat(idle.member().lastUsed())
                  .isEqualTo(claim.member().lastUsed().plusSeconds(7));
            });
  }

  @Test
  void aRetiredMemberIsTrackedWithItsReasonUntilItIsForgotten() {
    MemberRecord member = fixture.published();
    Uid uid = member.uid();

    assertThat(pool.retire(uid, "it is tired")).isTrue();
    assertThat(pool.retire(uid, "again")).isFalse();

    assertThat(pool.standing(uid)).isEqualTo(new Standing.Retired("it is tired"));
    assertThat(pool.snapshot().entry(uid).flatMap(PoolEntry::process)).contains(member.process());
    assertThat(pool.claim(uid, fixture.claimant())).isEmpty();

    pool.forget(uid);
    assertThat(pool.standing(uid)).isEqualTo(new Standing.Gone());
    assertThat(fixture.directory.memberDirectory(uid)).doesNotExist();
  }

  @Test
  void aUidIsLaunchedOnce() {
    Uid uid = fixture.launched().uid();

    assertThatThrownBy(
            () -> pool.announce(uid, PoolFixture.FINGERPRINT, "4.2.0", fixture.processes.self()))
        .isInstanceOf(PoolException.class)
        .hasMessage(
            "There is a member "
                + uid
                + " in "
                + fixture.directory
                + " already: launch with a new uid.");
  }

  @Test
  void aFailedLaunchIsToldWithItsDirectoryKept() {
    MemberRecord member = fixture.launched();
    fixture.processes.end(member.process());
    LaunchFailure failure = new LaunchFailure("no Java", "exit 1", fixture.clock.instant());

    pool.fail(member.uid(), failure);

    assertThat(pool.snapshot().entries()).isEmpty();
    assertThat(pool.snapshot().failures())
        .singleElement()
        .satisfies(
            failed -> {
              assertThat(failed.fingerprint()).isEqualTo(PoolFixture.FINGERPRINT.sha256());
              assertThat(failed.failure().message()).isEqualTo("no Java");
            });
    assertThat(fixture.directory.memberDirectory(member.uid())).exists();
  }

  @Test
  void ofTwoFailuresOfALaunchTheFirstStands() {
    MemberRecord member = fixture.launched();
    fixture.processes.end(member.process());

    pool.fail(member.uid(), new LaunchFailure("the cause", "", fixture.clock.instant()));
    pool.fail(member.uid(), new LaunchFailure("it ended", "", fixture.clock.instant()));

    assertThat(pool.snapshot().failures())
        .singleElement()
        .satisfies(
            failed -> {
              assertThat(failed.fingerprint()).isEqualTo(PoolFixture.FINGERPRINT.sha256());
              assertThat(failed.failure().message()).isEqualTo("the cause");
            });
  }

  @Test
  void aQueueIsOrderedByTicket() {
    Claimant claimant = fixture.claimant();
    for (long ticket : List.of(30L, 9L, 100L)) {
      pool.enqueue(
          new Waiter(
              new EntryName.Waiting(claimant.process().pid(), ticket),
              claimant,
              PoolFixture.FINGERPRINT.sha256()));
    }
    pool.dequeue(new EntryName.Waiting(claimant.process().pid(), 30));

    assertThat(pool.snapshot().waiters())
        .extracting(waiter -> waiter.name().ticket())
        .containsExactly(9L, 100L);
  }

  @Test
  void withoutItsDirectoryThePoolHasNothing() throws Exception {
    Files.delete(fixture.directory.path());

    assertThat(pool.standing(Uid.random())).isEqualTo(new Standing.Gone());
  }
}
