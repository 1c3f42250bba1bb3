package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.pool.Uid;
import org.junit.jupiter.api.Test;

class TallyTest {

  private final Tally tally = new Tally();

  @Test
  void aServerThatDidNotStartIsNotOneThatWasBooted() {
    Uid uid = Uid.random();
    tally.booting();
    tally.bootFailed();
    tally.booting();
    tally.claimed(uid, 0);
    tally.claimed(uid, 1);

    assertThat(tally.line())
        .isEqualTo("2 test classes on 1 server: 1 booted, 1 reused, 1 failed to start");
  }

  @Test
  void saysNothingTwice() {
    assertThat(tally.line()).isEmpty();

    tally.booting();
    tally.claimed(Uid.random(), 0);
    tally.retired();

    assertThat(tally.line()).isEqualTo("1 test class on 1 server: 1 booted, 0 reused, 1 retired");
    assertThat(tally.line()).isEmpty();
  }
}
