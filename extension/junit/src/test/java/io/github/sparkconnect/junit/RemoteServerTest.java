package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** An endpoint that somebody else runs; here, one that this class has claimed. */
@SparkConnectServer
class RemoteServerTest {

  private static final String REMOTE = "sparkconnect.remote";

  @Test
  void isUsedInsteadOfThePool(SparkConnectMember member, SparkSession spark) {
    new JupiterRun()
        .with(REMOTE, member.url())
        .run(RemoteTestCase.class)
        .testEvents()
        .assertStatistics(counts -> counts.succeeded(1).failed(0));

    assertThat(spark.range(2).count()).isEqualTo(2);
    assertThat(SparkSession.active()).isSameAs(spark);
  }

  @Test
  void oneThatIsNotThereIsSaidWithinSeconds() {
    Instant start = Instant.now();

    assertThat(JupiterRun.failureOf(RemoteTestCase.class, REMOTE, "sc://localhost:1/;token=secret"))
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("localhost:1")
        .hasMessageNotContaining("secret");
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void aWrongTokenIsSaidWithinSeconds(SparkConnectMember member) {
    Instant start = Instant.now();

    assertThat(
            JupiterRun.failureOf(
                RemoteTestCase.class, REMOTE, member.url().replaceFirst("token=.*", "token=wrong")))
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("is the token right?");
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(30));
  }

  @SparkConnectServer
  static class RemoteTestCase {
    @Test
    void test(SparkSession spark, SparkConnectMember member) {
      assertThat(member.uid()).isEmpty();
      assertThat(member.sparkVersion()).isEqualTo("4.2.0");
      assertThat(spark.range(3).count()).isEqualTo(3);
    }
  }
}
