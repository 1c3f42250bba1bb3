package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/**
 * Many classes at a time in one JVM, with a pool of two: no deadlock, and each member one class's
 * at a time. The members are processes of their own, which see themselves whether that is so.
 */
class ParallelClassesTest {

  private static final int CLASSES = 40;

  @TempDir private Path folder;
  private StandInPool pool;

  /** Which member each class had; more than one would mean that a class was split. */
  private static final Map<Class<?>, Set<String>> MEMBERS = new ConcurrentHashMap<>();

  @BeforeEach
  void standIn() throws Exception {
    MEMBERS.clear();
    pool = new StandInPool(java.nio.file.Files.createDirectory(folder.resolve("pool")), folder, 2);
    ServerSources.replace(pool);
  }

  @AfterEach
  void restore() throws Exception {
    ServerSources.replace(null);
    pool.close();
  }

  private static EngineExecutionResults run(
      List<? extends DiscoverySelector> classes, String... parameters) {
    EngineTestKit.Builder kit =
        EngineTestKit.engine("junit-jupiter")
            .selectors(classes.toArray(DiscoverySelector[]::new))
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "true");
    for (int i = 0; i < parameters.length; i += 2) {
      kit.configurationParameter(
          "junit.jupiter.execution.parallel." + parameters[i], parameters[i + 1]);
    }
    return assertTimeoutPreemptively(Duration.ofMinutes(2), kit::execute);
  }

  private static List<DiscoverySelector> fortyClasses() {
    return IntStream.rangeClosed(1, CLASSES)
        .mapToObj(
            n ->
                (DiscoverySelector)
                    DiscoverySelectors.selectClass(
                        String.format("%s$C%02d", ParallelClassesTest.class.getName(), n)))
        .toList();
  }

  private void eachMemberWasOneClassesAtATime() throws Exception {
    // Ended first: then they have written all that they were told.
    pool.close();
    assertThat(pool.histories()).anySatisfy(history -> assertThat(history).contains("begin"));
    assertThat(pool.histories())
        .allSatisfy(history -> assertThat(history).noneMatch(l -> l.startsWith("violation")));
  }

  @ParameterizedTest(name = "methods {0}, classes {1}, {2} threads")
  @CsvSource({
    "same_thread, concurrent, fixed",
    "concurrent, same_thread, fixed",
    "concurrent, concurrent, fixed",
    "concurrent, concurrent, dynamic"
  })
  void fortyClassesShareTwoMembers(String methods, String classes, String strategy)
      throws Exception {
    EngineExecutionResults results =
        run(
            fortyClasses(),
            "mode.default",
            methods,
            "mode.classes.default",
            classes,
            "config.strategy",
            strategy,
            "config.fixed.parallelism",
            "8",
            "config.dynamic.factor",
            "4");

    assertThat(results.allEvents().failed().stream().map(Failures::of)).isEmpty();
    results.testEvents().assertStatistics(counts -> counts.succeeded(CLASSES * 8L));
    assertThat(MEMBERS).hasSize(CLASSES);
    assertThat(MEMBERS.values()).allSatisfy(uids -> assertThat(uids).hasSize(1));
    eachMemberWasOneClassesAtATime();
    if (methods.equals("same_thread")) {
      // Nothing waits inside a class, so no thread takes up another one there.
      assertThat(pool.started()).isEqualTo(2);
    }
  }

  /** Each of them holds one member while it asks for another: with two members, all would wait. */
  @Test
  void nestedClassesWithServersOfTheirOwnDoNotWaitForEachOther() throws Exception {
    EngineExecutionResults results =
        run(
            Stream.of(O1.class, O2.class, O3.class, O4.class)
                .map(DiscoverySelectors::selectClass)
                .toList(),
            "mode.default",
            "concurrent",
            "mode.classes.default",
            "concurrent",
            "config.strategy",
            "fixed",
            "config.fixed.parallelism",
            "8");

    results.testEvents().assertStatistics(counts -> counts.succeeded(8).failed(0));
    eachMemberWasOneClassesAtATime();
  }

  /**
   * A work-stealing thread does such a thing, in the middle of a part that it did not claim for.
   */
  @ParameterizedTest
  @ValueSource(strings = {"concurrent", "same_thread"})
  void aThreadInTheMiddleOfAClassDoesNotWaitForItsMember(String mode) throws Exception {
    EngineExecutionResults results =
        run(
            Stream.of(L1.class, L2.class).map(DiscoverySelectors::selectClass).toList(),
            "mode.default",
            mode,
            "mode.classes.default",
            "concurrent",
            "config.strategy",
            "fixed",
            "config.fixed.parallelism",
            "4");

    results.testEvents().assertStatistics(counts -> counts.succeeded(6).failed(0));
    eachMemberWasOneClassesAtATime();
  }

  @SparkConnectServer
  abstract static class Plain {
    @BeforeEach
    void note(SparkConnectMember member) {
      Class<?> owner = getClass();
      Objects.requireNonNull(MEMBERS.computeIfAbsent(owner, key -> ConcurrentHashMap.newKeySet()))
          .add(member.uid().orElseThrow());
    }

    @Test
    void one() {}

    @Test
    void two() {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void parameterized(int number) {}

    @TestFactory
    Stream<DynamicTest> dynamic() {
      return Stream.of("a", "b").map(name -> DynamicTest.dynamicTest(name, () -> {}));
    }

    @Nested
    class Inside {
      @Test
      void nested(SparkConnectMember member) {}
    }
  }

  static class C01 extends Plain {}

  static class C02 extends Plain {}

  static class C03 extends Plain {}

  static class C04 extends Plain {}

  static class C05 extends Plain {}

  static class C06 extends Plain {}

  static class C07 extends Plain {}

  static class C08 extends Plain {}

  static class C09 extends Plain {}

  static class C10 extends Plain {}

  static class C11 extends Plain {}

  static class C12 extends Plain {}

  static class C13 extends Plain {}

  static class C14 extends Plain {}

  static class C15 extends Plain {}

  static class C16 extends Plain {}

  static class C17 extends Plain {}

  static class C18 extends Plain {}

  static class C19 extends Plain {}

  static class C20 extends Plain {}

  static class C21 extends Plain {}

  static class C22 extends Plain {}

  static class C23 extends Plain {}

  static class C24 extends Plain {}

  static class C25 extends Plain {}

  static class C26 extends Plain {}

  static class C27 extends Plain {}

  static class C28 extends Plain {}

  static class C29 extends Plain {}

  static class C30 extends Plain {}

  static class C31 extends Plain {}

  static class C32 extends Plain {}

  static class C33 extends Plain {}

  static class C34 extends Plain {}

  static class C35 extends Plain {}

  static class C36 extends Plain {}

  static class C37 extends Plain {}

  static class C38 extends Plain {}

  static class C39 extends Plain {}

  static class C40 extends Plain {}

  @SparkConnectServer
  abstract static class WithOverride {
    @Test
    void outer(SparkConnectMember member) {}

    @Nested
    @SparkConnectServer(master = "local[9]")
    class Inside {
      @Test
      void inner(SparkConnectMember member) {}
    }
  }

  static class O1 extends WithOverride {}

  static class O2 extends WithOverride {}

  static class O3 extends WithOverride {}

  static class O4 extends WithOverride {}

  /** Its parts run a class with a server themselves, on whatever thread they are on. */
  @SparkConnectServer
  abstract static class Launching {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void launches(int number) {
      EngineTestKit.engine("junit-jupiter")
          .selectors(DiscoverySelectors.selectClass(C01.class))
          .execute()
          .testEvents()
          .assertStatistics(counts -> counts.succeeded(8).failed(0));
    }
  }

  static class L1 extends Launching {}

  static class L2 extends Launching {}
}
