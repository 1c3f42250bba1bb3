package com.stranger.versions;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.sparkconnect.junit.SparkConnectMember;
import io.github.sparkconnect.junit.SparkConnectServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Another class, before or after: what {@link RowTest} leaves is not there. */
@SparkConnectServer
class NextTest {

  @BeforeAll
  static void remember(SparkConnectMember member) throws IOException {
    Path used = Files.createDirectories(Path.of(System.getProperty("row.used")));
    Files.writeString(used.resolve(member.uid().orElseThrow()), member.sparkVersion());
  }

  @ParameterizedTest
  @ValueSource(strings = {"left_behind", "also"})
  void findsNothing(String name, SparkSession spark) {
    assertFalse(spark.catalog().tableExists(name));
  }
}
