package com.example.gallery;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Code of the project runs on the server: its classes get there by themselves. */
@SparkConnectServer
class UdfTest {

  @Test
  void aUdfOnAColumn(SparkSession spark) {
    Dataset<Row> names = spark.sql("SELECT 'Ada Lovelace' AS name");

    assertThat(names.select(Names.initials().apply(col("name"))).first().getString(0))
        .isEqualTo("AL");
  }

  @Test
  void aUdfInSql(SparkSession spark) {
    spark.udf().register("initials", Names.initials());

    assertThat(spark.sql("SELECT initials('Grace Hopper')").first().getString(0)).isEqualTo("GH");
  }

  @Test
  void aLambdaOnATypedDataset(SparkSession spark) {
    String suffix = "!";

    assertThat(
            spark
                .createDataset(List.of("a", "b"), Encoders.STRING())
                .map((MapFunction<String, String>) text -> text + suffix, Encoders.STRING())
                .collectAsList())
        .containsExactly("a!", "b!");
  }
}
