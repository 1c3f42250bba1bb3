package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutorJarsTest {

  private static final List<Path> ALL =
      List.of(Path.of("/m2/spark.jar"), Path.of("/m2/avro.jar"), Path.of("/m2/tukaani.jar"));
  private static final List<Path> SPARK = List.of(Path.of("/m2/spark.jar"));

  @Test
  void theExecutorsOfAClusterFetchWhatPackagesAdd() {
    ServerSpec spec = served("spark://here:7077", Map.of("a", "b"), List.of("g:avro:1"));

    assertThat(spec.serverConf())
        .containsEntry("spark.jars", "/m2/avro.jar,/m2/tukaani.jar")
        .containsEntry("a", "b");
  }

  @Test
  void theUsersJarsComeFirst() {
    Map<String, String> users = Map.of("spark.jars", "/own.jar");
    assertThat(served("yarn", users, List.of("g:avro:1")).serverConf())
        .containsEntry("spark.jars", "/own.jar,/m2/avro.jar,/m2/tukaani.jar");
  }

  @Test
  void nothingIsFetchedWithoutPackagesOrWhereTheServersOwnJarsAre() {
    assertThat(served("spark://here:7077", Map.of(), List.of()).serverConf()).isEmpty();
    for (String master : List.of("local[2]", "local-cluster[2,1,1024]")) {
      assertThat(served(master, Map.of(), List.of("g:avro:1")).serverConf()).isEmpty();
    }
  }

  private static ServerSpec served(String master, Map<String, String> conf, List<String> packages) {
    ServerSpec spec =
        new ServerSpec(master, new TreeMap<>(conf), packages, List.of(), List.of("-Xmx1g"));
    ServerSpec served = ExecutorJars.served(spec, ALL, () -> SPARK);
    assertThat(served.master()).isEqualTo(master);
    assertThat(served.jvmArgs()).isEqualTo(spec.jvmArgs());
    return served;
  }

  @Test
  void anInstallationHasLinksToAllJarsAlsoToThoseOfTheSameName(@TempDir Path temp)
      throws IOException {
    Path one = Files.createFile(Files.createDirectory(temp.resolve("one")).resolve("x.jar"));
    Path two = Files.createFile(Files.createDirectory(temp.resolve("two")).resolve("x.jar"));
    Path folder = Files.createDirectory(temp.resolve("classes"));

    ExecutorJars.install(temp.resolve("home"), List.of(one, folder, two));

    try (Stream<Path> links = Files.list(temp.resolve("home/jars"))) {
      assertThat(links.map(ExecutorJarsTest::target)).containsExactlyInAnyOrder(one, two);
    }
  }

  private static Path target(Path link) {
    try {
      return Files.readSymbolicLink(link);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
