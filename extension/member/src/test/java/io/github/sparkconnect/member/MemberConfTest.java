package io.github.sparkconnect.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.pool.Fingerprint;
import io.github.sparkconnect.pool.LaunchSpec;
import io.github.sparkconnect.pool.Uid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemberConfTest {

  @TempDir Path folder;

  @Test
  void keepsEverythingInTheMembersDirectory() throws IOException {
    assertThat(conf("local[2]", Map.of(), Map.of()))
        .containsEntry("spark.master", "local[2]")
        .containsEntry("spark.sql.warehouse.dir", folder.resolve("warehouse").toString())
        .containsEntry("spark.local.dir", folder.resolve("scratch").toString())
        .containsEntry("spark.jars.ivy", folder.resolve("ivy").toString())
        .containsEntry("spark.ui.enabled", "false")
        .containsEntry("spark.connect.grpc.binding.port", "0");
  }

  @Test
  void putsTheSpecificationAboveTheDefaultsFileAboveTestDefaults() throws IOException {
    Files.writeString(
        folder.resolve("spark-defaults.conf"),
        "# comment\nspark.ui.enabled true\nspark.sql.shuffle.partitions  7  \nother.key x\n");
    Map<String, String> environment = Map.of("SPARK_CONF_DIR", folder.toString());
    assertThat(conf("local", Map.of("spark.sql.shuffle.partitions", "9"), environment))
        .containsEntry("spark.ui.enabled", "true")
        .containsEntry("spark.sql.shuffle.partitions", "9")
        .doesNotContainKey("other.key");
  }

  @Test
  void knowsTheMembersDirectoryByAName() throws IOException {
    assertThat(
            conf(
                "local",
                Map.of("spark.sql.catalog.lake.warehouse", "file:${member.directory}/lake"),
                Map.of()))
        .containsEntry("spark.sql.catalog.lake.warehouse", "file:" + folder + "/lake");
  }

  @Test
  void neverListensElsewhereOrOnAGivenPort() throws IOException {
    Map<String, String> wishes =
        Map.of(
            "spark.connect.grpc.binding.port", "15002",
            "spark.connect.grpc.binding.address", "0.0.0.0",
            "spark.master", "yarn");
    assertThat(conf("local", wishes, Map.of()))
        .containsEntry("spark.connect.grpc.binding.port", "0")
        .doesNotContainEntry("spark.connect.grpc.binding.address", "0.0.0.0")
        .containsEntry("spark.master", "local");
  }

  @Test
  void leavesTheDriversAddressToSparkForACluster() throws IOException {
    assertThat(conf("spark://somewhere:7077", Map.of(), Map.of()))
        .doesNotContainKeys("spark.driver.host", "spark.driver.bindAddress");
    assertThat(conf("local[*]", Map.of(), Map.of())).containsKey("spark.driver.host");
  }

  private Map<String, String> conf(
      String master, Map<String, String> conf, Map<String, String> environment) throws IOException {
    LaunchSpec spec =
        new LaunchSpec(
            new Uid("0123456789ab"),
            new Fingerprint("0".repeat(64), new TreeMap<>()),
            "4.2.0",
            master,
            new TreeMap<>(conf),
            List.of(),
            LaunchSpec.IdleWork.NONE,
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Instant.EPOCH);
    return MemberConf.of(spec, new MemberFiles(folder), environment);
  }
}
