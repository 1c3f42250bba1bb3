package io.github.sparkconnect.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** A Maven project made of one of the {@code projects/}, with as many test classes as wanted. */
final class Project {

  /** The folders that a project's sources come from. */
  private static final Map<String, List<String>> PARTS =
      Map.of(
          "classic", List.of("common", "classic"),
          "connect", List.of("common", "by-hand", "connect"),
          "pooled", List.of("common", "by-hand", "pooled"));

  private final Options options;
  private final String profile;
  private final Path folder;

  private Project(Options options, String profile, Path folder) {
    this.options = options;
    this.profile = profile;
    this.folder = folder;
  }

  /** Makes and compiles it. */
  static Project make(Options options, String name, int classes)
      throws IOException, InterruptedException {
    Path folder = options.path("work").resolve(name + "-" + classes);
    Path tests = folder.resolve("src/test/java/bench");
    Files.createDirectories(tests);
    Path projects = Path.of("projects").toAbsolutePath();
    copy(projects.resolve("pom.xml"), folder.resolve("pom.xml"));
    for (String part : PARTS.getOrDefault(name, List.of())) {
      try (Stream<Path> files = Files.list(projects.resolve(part))) {
        for (Path file : files.toList()) {
          copy(file, tests.resolve(String.valueOf(file.getFileName())));
        }
      }
    }
    for (int i = 1; i <= classes; i++) {
      String test = String.format(Locale.ROOT, "T%03dTest", i);
      Files.writeString(
          tests.resolve(test + ".java"),
          "package bench;\n\nclass " + test + " extends SessionTest {}\n");
    }
    Project project = new Project(options, name, folder);
    if (classes > 0) {
      project.maven(1, "test-compile").run(List.of(), Map.of());
    }
    return project;
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.write(to, Files.readAllBytes(from));
  }

  Path folder() {
    return folder;
  }

  /** Returns the jars that its tests need, in Maven's order. */
  List<Path> jars() throws IOException, InterruptedException {
    Path list = folder.resolve("class-path.txt");
    if (!Files.exists(list)) {
      maven(1, "dependency:build-classpath", "-Dmdep.outputFile=" + list).run(List.of(), Map.of());
    }
    return Arrays.stream(Files.readString(list).strip().split(":", -1)).map(Path::of).toList();
  }

  /** A build, still to be run. */
  Build maven(int forks, String... goals) {
    List<String> command = new ArrayList<>();
    command.add(options.path("maven.home").resolve("bin/mvn").toString());
    command.addAll(List.of("-B", "-ntp", "-P" + profile, "-Dforks=" + forks));
    for (String name :
        List.of("maven.repo.local", "spark.version", "junit.version", "extension.jar")) {
      command.add("-D" + name + "=" + options.text(name));
    }
    command.add(
        "-Djunit.platform.version=" + options.text("junit.version").replaceFirst("^5\\.", "1."));
    command.addAll(List.of(goals));
    return new Build(command, folder);
  }
}
