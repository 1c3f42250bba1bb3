package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CASES C17: only exact types are claimed, all the same session, and a clash can be resolved. */
class C17ParametersTest {

  @RegisterExtension final StandInSource source = new StandInSource();

  @Test
  void aSessionBesideTheArgumentsOfAValueSource() {
    JupiterRun.of(Mixed.class)
        .testEvents()
        .assertStatistics(counts -> counts.succeeded(4).failed(0));
  }

  @ParameterizedTest
  @ValueSource(classes = {ClashInTest.class, ClashInBeforeEach.class})
  void aClashOfResolversSaysHowToTellThemApart(Class<?> testClass) {
    assertThat(JupiterRun.failureOf(testClass))
        .isInstanceOf(ParameterResolutionException.class)
        .hasMessageContaining("multiple competing ParameterResolvers")
        .hasMessageContaining("To get the session of @SparkConnectServer, declare the parameter as")
        .hasMessageContaining("org.apache.spark.sql.connect.SparkSession")
        .hasMessageContaining("SparkConnectMember");
  }

  @Test
  void aSubtypeIsNotClaimed() {
    assertThat(JupiterRun.failureOf(Subtype.class))
        .isInstanceOf(ParameterResolutionException.class)
        .hasMessageContaining("No ParameterResolver registered");
  }

  @Test
  void theMemberIsNobodyElses() {
    JupiterRun.of(Resolved.class)
        .testEvents()
        .assertStatistics(counts -> counts.succeeded(1).failed(0));
  }

  @SparkConnectServer
  static class Mixed {
    private final SparkSession constructed;

    Mixed(SparkSession spark) {
      constructed = spark;
    }

    @BeforeEach
    void before(SparkSession spark) {
      assertThat(spark).isSameAs(constructed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "b"})
    void argumentFirst(String text, SparkSession one, SparkSession two) {
      assertThat(one).isSameAs(constructed);
      assertThat(two).isSameAs(one);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void withTheMember(int number, SparkConnectMember member, SparkSession spark) {
      assertThat(spark).isSameAs(constructed);
      assertThat(member.newSession()).isNotSameAs(spark);
    }
  }

  @SparkConnectServer
  @ExtendWith(OtherResolver.class)
  static class ClashInTest {
    @Test
    void test(SparkSession spark) {}
  }

  @SparkConnectServer
  @ExtendWith(OtherResolver.class)
  static class ClashInBeforeEach {
    @BeforeEach
    void before(SparkSession spark) {}

    @Test
    void test() {}
  }

  @SparkConnectServer
  @ExtendWith(OtherResolver.class)
  static class Resolved {
    @Test
    void test(SparkConnectMember member) {
      assertThat(member.newSession()).isNotNull();
    }
  }

  @SparkConnectServer
  static class Subtype {
    @Test
    void test(Mine spark) {}

    @SuppressWarnings("serial")
    abstract static class Mine extends SparkSession {}
  }

  static final class OtherResolver implements ParameterResolver {
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
