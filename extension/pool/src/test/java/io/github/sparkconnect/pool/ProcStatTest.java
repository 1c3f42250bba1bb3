package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcStatTest {

  private static final String REST =
      " S 1 2 3 0 -1 4194304 5 6 7 8 9 10 11 12 20 0 17 0 987654 1 2 3 4 5 6 7 8 9 10";

  @ParameterizedTest
  @ValueSource(
      strings = {"java", "a b", "x) S 1 2 (y", ")", "((((", "", "two\nlines", ") Z 1", "ü 文"})
  void commandsMayHoldAnything(String command) {
    assertThat(ProcStat.parse("4711 (" + command + ")" + REST + "\n"))
        .contains(new ProcStat('S', 17, 987654));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1", "1 (x", "1 (x)", "1 (x) S 1 2", "1 (x) SS 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6"})
  void whatIsNoStatLineIsNone(String line) {
    assertThat(ProcStat.parse(line)).isEmpty();
  }

  @Test
  void numbersThatAreNoneAreNone() {
    assertThat(ProcStat.parse("1 (x)" + REST.replace("987654", "many"))).isEmpty();
  }

  @Test
  void zombiesAreDeadUnlessTheirThreadsLive() {
    assertThat(new ProcStat('Z', 1, 1).isDead()).isTrue();
    assertThat(new ProcStat('Z', 0, 1).isDead()).isTrue();
    assertThat(new ProcStat('X', 0, 1).isDead()).isTrue();
    assertThat(new ProcStat('Z', 4, 1).isDead()).isFalse();
    assertThat(new ProcStat('T', 1, 1).isDead()).isFalse();
  }

  @Test
  void stoppedAndTracedProcessesAreStopped() {
    assertThat(new ProcStat('T', 1, 1).isStopped()).isTrue();
    assertThat(new ProcStat('t', 1, 1).isStopped()).isTrue();
    assertThat(new ProcStat('S', 1, 1).isStopped()).isFalse();
  }
}
