package io.github.sparkconnect.member;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailureTextTest {

  @Test
  void isTheFirstLineOfTheMessage() {
    assertThat(FailureText.of(new IllegalStateException("it broke\nhere"))).isEqualTo("it broke");
  }

  @Test
  void namesTheRootCauseOnce() {
    Exception root = new IllegalArgumentException("no such port");
    assertThat(FailureText.of(new IllegalStateException("it broke", root)))
        .isEqualTo("it broke (cause: no such port)");
    assertThat(FailureText.of(new IllegalStateException("it broke: no such port", root)))
        .isEqualTo("it broke: no such port");
  }

  @Test
  void namesTheTypeWhereTheMessageSaysLittle() {
    assertThat(FailureText.of(new ClassNotFoundException("a.B")))
        .isEqualTo("java.lang.ClassNotFoundException: a.B");
    assertThat(FailureText.of(new StackOverflowError())).isEqualTo("java.lang.StackOverflowError");
  }
}
