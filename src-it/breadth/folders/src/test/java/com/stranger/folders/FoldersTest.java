package com.stranger.folders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

@SparkConnectServer
class FoldersTest {

  @Test
  void runsCodeFromBothFolders(SparkSession spark) {
    assertEquals(
        List.of("A!", "B!"),
        spark
            .createDataset(List.of("a", "b"), Encoders.STRING())
            .map((MapFunction<String, String>) Shout::of, Encoders.STRING())
            .collectAsList());
  }

  @Test
  void theExtensionIsAFolder() {
    String place =
        SparkConnectServer.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    assertTrue(place.endsWith("build/classes/java/extension/"), place);
  }
}
