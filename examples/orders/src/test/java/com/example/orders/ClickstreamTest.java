package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SparkConnectServer
class ClickstreamTest {

  @Test
  void countsClicksAsTheyArrive(SparkSession spark, @TempDir Path clicks) throws Exception {
    Files.writeString(clicks.resolve("1.json"), "{\"page\":\"/\",\"visitor\":\"a\"}\n");
    StreamingQuery query = Clickstream.countPages(spark, clicks.toString(), "pages");
    await().atMost(Duration.ofMinutes(1)).until(() -> visits(spark, "/") == 1);

    Files.writeString(
        clicks.resolve("2.json"),
        "{\"page\":\"/\",\"visitor\":\"b\"}\n{\"page\":\"/cart\",\"visitor\":\"b\"}\n");

    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () -> {
              assertThat(visits(spark, "/")).isEqualTo(2);
              assertThat(visits(spark, "/cart")).isEqualTo(1);
            });
    query.stop();
  }

  private static long visits(SparkSession spark, String page) {
    return spark.table("pages").where("page = '" + page + "'").collectAsList().stream()
        .mapToLong(row -> row.getLong(1))
        .sum();
  }
}
