package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;

/**
 * When a class gets a server and when it gives it back, for every place an annotation can stand.
 */
class LifecycleTest {

  @RegisterExtension final StandInSource source = new StandInSource();

  static Stream<Arguments> places() {
    return Stream.of(
        Arguments.of(PlainTestCase.class, List.of("claim PlainTestCase", "close PlainTestCase")),
        Arguments.of(
            PerClassLifecycleTestCase.class,
            List.of("claim PerClassLifecycleTestCase", "close PerClassLifecycleTestCase")),
        Arguments.of(
            SubclassTestCase.class, List.of("claim SubclassTestCase", "close SubclassTestCase")),
        Arguments.of(
            OverridingSubclassTestCase.class,
            List.of(
                "claim OverridingSubclassTestCase local[7]", "close OverridingSubclassTestCase")),
        Arguments.of(
            InterfaceTestCase.class, List.of("claim InterfaceTestCase", "close InterfaceTestCase")),
        Arguments.of(
            ComposedTestCase.class,
            List.of("claim ComposedTestCase local[3]", "close ComposedTestCase")),
        Arguments.of(
            FieldTestCase.class, List.of("claim FieldTestCase local[4]", "close FieldTestCase")),
        Arguments.of(
            FieldBesideAnnotationTestCase.class,
            List.of(
                "claim FieldBesideAnnotationTestCase local[5]",
                "close FieldBesideAnnotationTestCase")),
        Arguments.of(DeepTestCase.class, List.of("claim DeepTestCase", "close DeepTestCase")),
        Arguments.of(
            OverrideTestCase.class,
            List.of(
                "claim OverrideTestCase",
                "claim Inner local[9]",
                "close Inner",
                "close OverrideTestCase")),
        Arguments.of(
            EveryKindTestCase.class, List.of("claim EveryKindTestCase", "close EveryKindTestCase")),
        Arguments.of(DisabledTestCase.class, List.of()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("places")
  void claimsOnceAndClosesOnce(Class<?> testClass, List<String> expected) {
    EngineExecutionResults results = JupiterRun.of(testClass);

    results.testEvents().assertStatistics(counts -> counts.failed(0));
    results.containerEvents().assertStatistics(counts -> counts.failed(0));
    assertThat(source.claimsAndCloses()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      classes = {
        FailingTestCase.class,
        FailingBeforeAllTestCase.class,
        FailingBeforeEachTestCase.class,
        FailingAfterAllTestCase.class,
        FailingConstructorTestCase.class,
        FailingOtherExtensionTestCase.class
      })
  void closesOnceWhateverFails(Class<?> testClass) {
    EngineExecutionResults results = JupiterRun.of(testClass);

    assertThat(results.allEvents().failed().count()).isPositive();
    assertThat(source.claimsAndCloses())
        .containsExactly(
            "claim " + testClass.getSimpleName(), "close " + testClass.getSimpleName());
  }

  @Test
  void aRefusedServerFailsTheClassOnce() {
    source.refuse(new SparkConnectException("no server today"));

    JupiterRun.of(PlainTestCase.class)
        .containerEvents()
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                finishedWithFailure(
                    instanceOf(SparkConnectException.class), message("no server today"))));

    assertThat(source.claimsAndCloses()).containsExactly("claim PlainTestCase");
  }

  @Test
  void twoParametersAreTheSameSession() {
    JupiterRun.of(SameSessionTestCase.class)
        .testEvents()
        .assertStatistics(c -> c.succeeded(1).failed(0));
  }

  @Test
  void eachMethodHasItsOwnSessionUnderPerMethod() {
    JupiterRun.of(PerMethodTestCase.class)
        .testEvents()
        .assertStatistics(c -> c.succeeded(2).failed(0));

    assertThat(source.events().stream().filter(e -> e.startsWith("open"))).hasSize(3);
    assertThat(source.events().stream().filter(e -> e.startsWith("release"))).hasSize(2);
  }

  @Test
  void sessionsAreActiveOnTheThreadOfEachTest() {
    JupiterRun.of(PlainTestCase.class);

    assertThat(source.events().stream().filter(e -> e.startsWith("enter"))).hasSize(1);
  }

  @Test
  void aBadPairNamesTheAttributeAndTheEntry() {
    JupiterRun.of(BadPairTestCase.class)
        .containerEvents()
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                finishedWithFailure(
                    instanceOf(ExtensionConfigurationException.class),
                    message(
                        "Each entry of @SparkConnectServer(conf = ...) must be 'key=value', but was:"
                            + " 'spark.sql.ansi.enabled'"))));
  }

  @Test
  void onlyExactTypesAreClaimed() {
    JupiterRun.of(ObjectParameterTestCase.class)
        .testEvents()
        .assertThatEvents()
        .haveExactly(1, event(finishedWithFailure(instanceOf(ParameterResolutionException.class))));
  }

  @Test
  void aClashOfResolversIsReportedByJUnit() {
    JupiterRun.of(ClashTestCase.class)
        .testEvents()
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                finishedWithFailure(
                    instanceOf(ParameterResolutionException.class),
                    message(text -> text.contains("SparkConnectServerExtension")))));
  }

  @SparkConnectServer
  static class PlainTestCase {
    @Test
    void test(SparkSession spark, SparkConnectMember member) {
      assertThat(spark).isNotNull();
      assertThat(member).isNotNull();
    }
  }

  @SparkConnectServer
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  static class PerClassLifecycleTestCase {
    private final SparkSession constructed;

    PerClassLifecycleTestCase(SparkSession spark) {
      constructed = spark;
    }

    @Test
    void test(SparkSession spark) {
      assertThat(spark).isSameAs(constructed);
    }
  }

  @SparkConnectServer
  abstract static class BaseTestCase {
    @Test
    void inherited(SparkSession spark) {
      assertThat(spark).isNotNull();
    }
  }

  static class SubclassTestCase extends BaseTestCase {}

  @SparkConnectServer(master = "local[7]")
  static class OverridingSubclassTestCase extends BaseTestCase {}

  @SparkConnectServer
  interface WithServer {}

  static class InterfaceTestCase implements WithServer {
    @Test
    void test(SparkSession spark) {
      assertThat(spark).isNotNull();
    }
  }

  @SparkConnectServer(master = "local[3]")
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @interface OurServer {}

  @OurServer
  static class ComposedTestCase {
    @Test
    void test(SparkSession spark) {
      assertThat(spark).isNotNull();
    }
  }

  static class FieldTestCase {
    @RegisterExtension
    static final SparkConnectServerExtension SPARK =
        SparkConnectServerExtension.builder().master("local[4]").build();

    @Test
    void test(SparkSession spark) {
      assertThat(spark).isNotNull();
    }
  }

  @SparkConnectServer(master = "local[1]")
  static class FieldBesideAnnotationTestCase {
    @RegisterExtension
    static final SparkConnectServerExtension SPARK =
        SparkConnectServerExtension.builder().master("local[5]").build();

    @Test
    void test(SparkSession spark) {
      assertThat(spark).isNotNull();
    }
  }

  @SparkConnectServer
  static class DeepTestCase {
    private static SparkSession outer;

    @BeforeAll
    static void before(SparkSession spark) {
      outer = spark;
    }

    @AfterAll
    static void after(SparkSession spark) {
      assertThat(spark).isSameAs(outer);
    }

    @Nested
    class One {
      @Test
      void test(SparkSession spark) {
        assertThat(spark).isSameAs(outer);
      }

      @Nested
      class Two {
        @Nested
        class Three {
          @Test
          void test(SparkSession spark) {
            assertThat(spark).isSameAs(outer);
          }
        }
      }
    }
  }

  @SparkConnectServer
  static class OverrideTestCase {
    @Test
    void test(SparkSession spark) {
      assertThat(spark).isNotNull();
    }

    @Nested
    @SparkConnectServer(master = "local[9]")
    class Inner {
      @Test
      void test(SparkSession spark) {
        assertThat(spark).asString().startsWith("Inner#");
      }
    }
  }

  @SparkConnectServer
  static class EveryKindTestCase {
    EveryKindTestCase(SparkSession spark) {
      assertThat(spark).isNotNull();
    }

    @BeforeEach
    void before(SparkSession spark) {
      assertThat(spark).isNotNull();
    }

    @AfterEach
    void after(SparkSession spark) {
      assertThat(spark).isNotNull();
    }

    @RepeatedTest(2)
    void repeated(SparkSession spark) {
      assertThat(spark).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void parameterized(int number, SparkSession spark) {
      assertThat(spark).isNotNull();
    }

    @TestFactory
    Stream<DynamicTest> dynamic(SparkSession spark) {
      return Stream.of(DynamicTest.dynamicTest("one", () -> assertThat(spark).isNotNull()));
    }
  }

  @Disabled
  @SparkConnectServer
  static class DisabledTestCase {
    @Test
    void test(SparkSession spark) {}
  }

  @SparkConnectServer
  static class FailingTestCase {
    @Test
    void test(SparkSession spark) {
      throw new IllegalStateException("on purpose");
    }
  }

  @SparkConnectServer
  static class FailingBeforeAllTestCase {
    @SuppressWarnings("DoNotCallSuggester")
    @BeforeAll
    static void before(SparkSession spark) {
      throw new IllegalStateException("on purpose");
    }

    @Test
    void test() {}
  }

  @SparkConnectServer
  static class FailingBeforeEachTestCase {
    @BeforeEach
    void before(SparkSession spark) {
      throw new IllegalStateException("on purpose");
    }

    @Test
    void test() {}
  }

  @SparkConnectServer
  static class FailingAfterAllTestCase {
    @SuppressWarnings("DoNotCallSuggester")
    @AfterAll
    static void after(SparkSession spark) {
      throw new IllegalStateException("on purpose");
    }

    @Test
    void test() {}
  }

  @SparkConnectServer
  static class FailingConstructorTestCase {
    FailingConstructorTestCase(SparkSession spark) {
      throw new IllegalStateException("on purpose");
    }

    @Test
    void test() {}
  }

  @SparkConnectServer
  @ExtendWith(FailingExtension.class)
  static class FailingOtherExtensionTestCase {
    @Test
    void test(SparkSession spark, String unresolvable) {}
  }

  static final class FailingExtension implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == String.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      throw new IllegalStateException("on purpose");
    }
  }

  @SparkConnectServer
  static class SameSessionTestCase {
    @Test
    void test(SparkSession one, SparkSession two) {
      assertThat(one).isSameAs(two);
    }
  }

  @SparkConnectServer(session = SessionScope.PER_METHOD)
  static class PerMethodTestCase {
    private static SparkSession ofClass;
    private SparkSession ofMethod;

    @BeforeAll
    static void before(SparkSession spark) {
      ofClass = spark;
    }

    @BeforeEach
    void before(SparkSession spark, SparkConnectMember member) {
      ofMethod = spark;
      assertThat(spark).isNotSameAs(ofClass);
    }

    @Test
    void one(SparkSession spark) {
      assertThat(spark).isSameAs(ofMethod);
    }

    @Test
    void two(SparkSession spark) {
      assertThat(spark).isSameAs(ofMethod);
    }
  }

  @SparkConnectServer(conf = "spark.sql.ansi.enabled")
  static class BadPairTestCase {
    @Test
    void test(SparkSession spark) {}
  }

  @SparkConnectServer
  static class ObjectParameterTestCase {
    @Test
    void test(Object spark) {}
  }

  @SparkConnectServer
  @ExtendWith(OtherSessionResolver.class)
  static class ClashTestCase {
    @Test
    void test(SparkSession spark) {}
  }

  static final class OtherSessionResolver implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == SparkSession.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      throw new IllegalStateException("never called");
    }
  }
}
