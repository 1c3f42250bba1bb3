package io.github.sparkconnect.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A Maven repository with a server of a few bytes in place of Spark's 300 MB. */
record TestRepository(Path directory) {

  static final String VERSION = "9.9.9-test";

  static TestRepository create(Path directory) throws IOException {
    TestRepository repository = new TestRepository(directory);
    repository.spark("spark-tags_2.13", List.of());
    repository.spark("spark-connect-client-jvm_2.13", List.of());
    repository.spark("spark-connect_2.13", List.of("spark-tags_2.13", "spark-protobuf_2.13"));
    repository.spark(
        "spark-mllib_2.13", List.of("spark-tags_2.13", "spark-connect-client-jvm_2.13"));
    return repository;
  }

  Path jar(String artifact) {
    return Path.of("org/apache/spark", artifact, VERSION, artifact + "-" + VERSION + ".jar");
  }

  /** Writes settings in which this is the mirror of everything. */
  Path settings(Path file) throws IOException {
    // Spelt as people do: the resolver does not decode escapes in file URLs.
    return mirror(file, "file://" + directory);
  }

  static Path mirror(Path file, String url) throws IOException {
    return Files.writeString(
        file,
        "<settings><mirrors><mirror><id>test</id><mirrorOf>*</mirrorOf><url>"
            + url
            + "</url></mirror></mirrors></settings>");
  }

  private void spark(String artifact, List<String> dependencies) throws IOException {
    StringBuilder pom =
        new StringBuilder("<project><modelVersion>4.0.0</modelVersion>")
            .append("<groupId>org.apache.spark</groupId><artifactId>")
            .append(artifact)
            .append("</artifactId><version>")
            .append(VERSION)
            .append("</version><dependencies>");
    for (String dependency : dependencies) {
      pom.append("<dependency><groupId>org.apache.spark</groupId><artifactId>")
          .append(dependency)
          .append("</artifactId><version>")
          .append(VERSION)
          .append("</version></dependency>");
    }
    pom.append("</dependencies></project>");
    Path jar = directory.resolve(jar(artifact));
    Files.createDirectories(jar.resolveSibling("."));
    Files.writeString(jar, "not really a jar");
    Files.writeString(jar.resolveSibling(artifact + "-" + VERSION + ".pom"), pom);
  }
}
