package com.example.gallery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams read files and write to memory; a query that a test leaves running is stopped for it. */
@SparkConnectServer
class StreamingTest {

  @TempDir private Path input;

  /** With what is there, and then it ends: nothing has to be waited for. */
  @Test
  void processesWhatIsThere(SparkSession spark) throws Exception {
    Files.writeString(input.resolve("1.txt"), "a\nb\na\n");

    start(spark, Trigger.AvailableNow(), "letters").awaitTermination();

    assertThat(spark.table("letters").where("value = 'a'").count()).isEqualTo(2);
  }

  /** It goes on, and the test waits for what it will have done. */
  @Test
  void processesWhatArrives(SparkSession spark) throws Exception {
    StreamingQuery query = start(spark, Trigger.ProcessingTime("50 milliseconds"), "arrived");
    assertThat(query.isActive()).isTrue();

    Files.writeString(input.resolve("1.txt"), "a\n");

    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(spark.table("arrived").count()).isEqualTo(1));
  }

  private StreamingQuery start(SparkSession spark, Trigger trigger, String result)
      throws Exception {
    return spark
        .readStream()
        .text(input.toString())
        .writeStream()
        .format("memory")
        .queryName(result)
        .trigger(trigger)
        .start();
  }
}
