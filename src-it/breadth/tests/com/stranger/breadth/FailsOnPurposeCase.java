package com.stranger.breadth;

import static org.junit.jupiter.api.Assertions.fail;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Fails while the server has something to say; what the report then holds is looked at. */
@SparkConnectServer
class FailsOnPurposeCase {

  @Test
  void fails(SparkSession spark) {
    spark
        .createDataset(List.of("said by the server"), Encoders.STRING())
        .map((MapFunction<String, String>) FailsOnPurposeCase::say, Encoders.STRING())
        .collectAsList();
    fail("on purpose");
  }

  private static String say(String text) {
    System.out.println(text);
    return text;
  }
}
