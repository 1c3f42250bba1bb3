package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RemedyTest {

  @Test
  void isFoundInTheMessageOrInTheLog() {
    String moreHeap = "give servers more heap in sparkconnect.jvmArgs";
    assertThat(Remedy.of("its process ended with exit status 52", List.of("\tat a.B.c(B.java)")))
        .containsExactly(moreHeap);
    assertThat(Remedy.of("x", List.of("y", "[INVALID_DRIVER_MEMORY] System memory 1 must be")))
        .containsExactly(moreHeap);
    assertThat(Remedy.of("its process ended with exit status 1", List.of("y"))).isEmpty();
  }
}
