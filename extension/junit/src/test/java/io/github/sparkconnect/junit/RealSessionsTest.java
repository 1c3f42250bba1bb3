package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** What a test can do with what is injected, on a real server. */
@SparkConnectServer(conf = "spark.sql.session.timeZone=Asia/Kathmandu")
@TestMethodOrder(OrderAnnotation.class)
class RealSessionsTest {

  private static SparkSession first;

  @BeforeAll
  static void keep(SparkSession spark) {
    first = spark;
  }

  @Test
  @Order(1)
  void runsAQueryWithTheClassesSettings(SparkSession spark) {
    assertThat(spark).isSameAs(first);
    assertThat(spark.range(10).selectExpr("sum(id)").first().getLong(0)).isEqualTo(45);
    assertThat(spark.conf().get("spark.sql.session.timeZone")).isEqualTo("Asia/Kathmandu");
  }

  @Test
  @Order(2)
  void runsCodeOfTheTestOnTheServer(SparkSession spark) {
    assertThat(
            spark
                .createDataset(List.of("a", "b"), Encoders.STRING())
                .map((MapFunction<String, String>) text -> Helper.shout(text), Encoders.STRING())
                .collectAsList())
        .containsExactly("A!", "B!");
  }

  @Test
  @Order(3)
  void getOrCreateFindsTheInjectedSession(SparkSession spark) {
    assertThat(SparkSession.builder().getOrCreate()).isSameAs(spark);
    assertThat(SparkSession.builder().appName("mine").master("local[4]").getOrCreate())
        .isSameAs(spark);
    assertThat(SparkSession.active()).isSameAs(spark);
  }

  @Test
  @Order(4)
  void saysWhichServerItIs(SparkConnectMember member) {
    assertThat(member.sparkVersion()).isEqualTo("4.2.0");
    assertThat(member.uid().orElseThrow()).matches("[0-9a-f]{12}");
    assertThat(ProcessHandle.of(member.pid().orElseThrow())).isPresent();
    assertThat(Files.isRegularFile(member.log().orElseThrow())).isTrue();
    assertThat(Files.isDirectory(member.directory().orElseThrow())).isTrue();
    assertThat(member.toString()).doesNotContain("token");
  }

  @Test
  @Order(5)
  void anotherSessionSharesTheServerAndNotTheViews(SparkSession spark, SparkConnectMember member) {
    spark.range(3).createOrReplaceTempView("three");

    SparkSession other = member.newSession();

    assertThat(spark.catalog().tableExists("three")).isTrue();
    assertThat(other.catalog().tableExists("three")).isFalse();
    assertThat(other.conf().get("spark.sql.session.timeZone")).isEqualTo("Asia/Kathmandu");
  }

  /** Its code is in a class of its own, so that more than the lambda's class has to be sent. */
  static final class Helper {
    private Helper() {}

    static String shout(String text) {
      return text.toUpperCase(java.util.Locale.ROOT) + "!";
    }
  }

  @Test
  @Order(6)
  void aMissingTableFailsLikeAnywhere(SparkSession spark) {
    assertThatThrownBy(() -> spark.table("missing").count())
        .hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
  }
}
