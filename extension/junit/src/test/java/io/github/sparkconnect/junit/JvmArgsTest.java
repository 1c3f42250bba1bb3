package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmArgsTest {

  @Test
  void shortWorkStartsFast() {
    assertThat(JvmArgs.of(Workload.SHORT, List.of("-Da=b"), Map.of()))
        .containsExactly("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx1g", "-Da=b");
  }

  @Test
  void longWorkLeavesTheJvmItsChoices() {
    assertThat(JvmArgs.of(Workload.LONG, List.of("-Da=b"), Map.of()))
        .containsExactly("-Xmx1g", "-Da=b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-Xmx2g", "-XX:MaxRAMPercentage=50", "-XX:MaxHeapSize=1g", "-XX:MaxRAM=4g"})
  void theUsersHeapHolds(String option) {
    assertThat(JvmArgs.of(Workload.LONG, List.of(option), Map.of())).containsExactly(option);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseZGC", "-XX:-UseSerialGC"})
  void aJvmWithTwoCollectorsWouldNotStart(String option) {
    assertThat(JvmArgs.of(Workload.SHORT, List.of(option), Map.of()))
        .containsExactly("-XX:TieredStopAtLevel=1", "-Xmx1g", option);
    assertThat(
            JvmArgs.of(Workload.SHORT, List.of(), Map.of("JAVA_TOOL_OPTIONS", "-Dx=y " + option)))
        .containsExactly("-XX:TieredStopAtLevel=1", "-Xmx1g");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-XX:TieredStopAtLevel=4", "-XX:-TieredCompilation", "-Xint"})
  void theUsersCompilerHolds(String option) {
    assertThat(JvmArgs.of(Workload.SHORT, List.of(option), Map.of()))
        .containsExactly("-XX:+UseSerialGC", "-Xmx1g", option);
  }
}
