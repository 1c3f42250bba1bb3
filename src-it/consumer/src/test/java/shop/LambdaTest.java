package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

@SparkConnectServer
class LambdaTest {

  @Test
  void runsALambdaOfTheTestOnTheServer(SparkSession spark) {
    assertEquals(
        List.of("a!", "b!"),
        spark
            .createDataset(List.of("a", "b"), Encoders.STRING())
            .map((MapFunction<String, String>) text -> text + "!", Encoders.STRING())
            .collectAsList());
  }
}
