package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EventType;
import org.opentest4j.TestAbortedException;

/** What a report holds besides the failure itself, whatever failed. */
class FailureReportTest {

  private static Path log = Path.of("unset");

  @TempDir private Path folder;
  @RegisterExtension final StandInSource source = new StandInSource();

  @BeforeEach
  void standIn() throws Exception {
    log = Files.writeString(folder.resolve("member.log"), "said before the class\n");
    source.logsTo(log);
  }

  private static void say(String line) {
    try {
      Files.writeString(log, line + "\n", java.nio.file.StandardOpenOption.APPEND);
    } catch (java.io.IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void failSaying(String line) {
    say(line);
    throw new IllegalStateException("the test's own failure");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      classes = {
        InTestCase.class,
        InConstructorCase.class,
        InBeforeAllCase.class,
        InBeforeEachCase.class,
        InAfterEachCase.class,
        InAfterAllCase.class,
        InDynamicTestCase.class,
        InFactoryCase.class,
        InTemplateCase.class
      })
  void theLogOfTheTimeIsAttachedWhereverItFails(Class<?> testClass) {
    EngineExecutionResults results = JupiterRun.of(testClass);

    Throwable failure = Failures.first(results);
    assertThat(failure).isInstanceOf(IllegalStateException.class);
    assertThat(failure.getSuppressed())
        .singleElement()
        .extracting(Throwable::getMessage)
        .isEqualTo("The server's log while this test ran (1 line): " + log);
    assertThat(entries(results))
        .containsExactly(
            Map.of(
                "sparkconnect.server.log",
                "on purpose",
                "sparkconnect.server.log.file",
                log.toString()));
  }

  private static List<Map<String, String>> entries(EngineExecutionResults results) {
    return results.allEvents().stream()
        .filter(event -> event.getType() == EventType.REPORTING_ENTRY_PUBLISHED)
        .map(event -> event.getRequiredPayload(ReportEntry.class).getKeyValuePairs())
        .toList();
  }

  @Test
  void aTestGetsOnlyWhatWasLoggedWhileItRan() {
    List<Throwable> failures =
        JupiterRun.of(TwoTestsCase.class).testEvents().failed().stream().map(Failures::of).toList();

    assertThat(failures)
        .extracting(Throwable::getMessage)
        .containsExactlyInAnyOrder("loud", "silent");
    assertThat(failures)
        .allSatisfy(
            failure ->
                assertThat(failure.getSuppressed())
                    .hasSize("loud".equals(failure.getMessage()) ? 1 : 0));
  }

  @Test
  void anAbortedTestIsNoFailure() {
    EngineExecutionResults results = JupiterRun.of(AbortedCase.class);

    assertThat(entries(results)).isEmpty();
    assertThat(source.events()).noneMatch(event -> event.startsWith("explain"));
  }

  @Test
  void sparksOwnFailureBecomesTheCauseOfTheExplanation() {
    source.explains("the server has gone");

    Throwable failure = JupiterRun.failureOf(SparkFailureCase.class);

    assertThat(failure)
        .isInstanceOf(SparkConnectException.class)
        .hasMessage("the server has gone")
        .hasCauseInstanceOf(SparkConnectException.class);
  }

  @Test
  void aFailureOfTheTestIsNeverReplaced() {
    source.explains("the server has gone");

    Throwable failure = JupiterRun.failureOf(InTestCase.class);

    assertThat(failure).isInstanceOf(IllegalStateException.class);
    assertThat(failure.getSuppressed()[0])
        .isInstanceOf(SparkConnectException.class)
        .hasMessage("the server has gone");
  }

  @Test
  void afterALossTheOtherTestsFailAtOnce() {
    source.explains("the server has gone\nand this is its log");
    source.isLostWhenExplained();

    List<Throwable> failures =
        JupiterRun.of(TwoTestsCase.class).testEvents().failed().stream().map(Failures::of).toList();

    assertThat(failures).hasSize(2);
    assertThat(failures.get(1))
        .isInstanceOf(SparkConnectException.class)
        .hasMessage(
            "This test was not run: an earlier one of its class lost the server."
                + " the server has gone");
  }

  @SparkConnectServer
  static class InTestCase {
    @Test
    void test(SparkSession spark) {
      failSaying("on purpose");
    }
  }

  @SparkConnectServer
  static class InConstructorCase {
    InConstructorCase(SparkSession spark) {
      failSaying("on purpose");
    }

    @Test
    void test() {}
  }

  @SparkConnectServer
  static class InBeforeAllCase {
    @BeforeAll
    static void before() {
      failSaying("on purpose");
    }

    @Test
    void test() {}
  }

  @SparkConnectServer
  static class InBeforeEachCase {
    @BeforeEach
    void before() {
      failSaying("on purpose");
    }

    @Test
    void test() {}
  }

  @SparkConnectServer
  static class InAfterEachCase {
    @AfterEach
    void after() {
      failSaying("on purpose");
    }

    @Test
    void test() {}
  }

  @SparkConnectServer
  static class InAfterAllCase {
    @AfterAll
    static void after() {
      failSaying("on purpose");
    }

    @Test
    void test() {}
  }

  @SparkConnectServer
  static class InDynamicTestCase {
    @TestFactory
    Stream<DynamicTest> tests() {
      return Stream.of(DynamicTest.dynamicTest("one", () -> failSaying("on purpose")));
    }
  }

  @SparkConnectServer
  static class InFactoryCase {
    @TestFactory
    Stream<DynamicTest> tests() {
      failSaying("on purpose");
      return Stream.of();
    }
  }

  @SparkConnectServer
  static class InTemplateCase {
    @ParameterizedTest
    @ValueSource(ints = 1)
    void test(int number) {
      failSaying("on purpose");
    }
  }

  @SparkConnectServer
  static class TwoTestsCase {
    @Test
    void loud() {
      say("something");
      throw new IllegalStateException("loud");
    }

    @Test
    void silent() {
      throw new IllegalStateException("silent");
    }
  }

  @SparkConnectServer
  static class AbortedCase {
    @Test
    void test() {
      say("something");
      throw new TestAbortedException("on purpose");
    }
  }

  @SparkConnectServer
  static class SparkFailureCase {
    @Test
    void test() {
      throw new SparkConnectException("as if by Spark's client");
    }
  }
}
