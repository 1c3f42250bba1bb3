package io.github.sparkconnect.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** A JVM for tests, started without a build tool. */
final class TestJvm {

  private static final String JARS_FIRST = "jars-first";

  private final Path work;
  private final Map<String, String> environment;
  private final String serverJars;

  TestJvm(Path work, Map<String, String> environment, String serverJars) {
    this.work = work;
    this.environment = environment;
    this.serverJars = serverJars;
  }

  /** Milliseconds after the start of the JVM. */
  record Times(long session, long done) {

    void into(Table table, String row) {
      table.add(row, "session usable", session);
      table.add(row, "six queries done", done);
    }
  }

  /** Runs the project's class once, its folder first on the class path, as build tools do. */
  Times run(Project project, List<String> options) throws IOException, InterruptedException {
    AtomicReference<Times> times = new AtomicReference<>(new Times(0, 0));
    Commands.run(
        command(project, options, "bench.OneClass"),
        project.folder(),
        environment,
        project.folder().resolve("run.log"),
        line -> {
          if (line.startsWith("RESULT ")) {
            String[] words = line.split(" ", -1);
            times.set(new Times(Long.parseLong(words[1]), Long.parseLong(words[2])));
          }
        });
    return times.get();
  }

  /** Makes an archive of the classes of a run, and returns the options that use it. */
  List<String> archive(Project project) throws IOException, InterruptedException {
    Path archive = work.resolve("test-jvm.jsa");
    Files.deleteIfExists(archive);
    Commands.run(
        command(
            project,
            List.of(
                JARS_FIRST,
                "-XX:ArchiveClassesAtExit=" + archive,
                "-Xlog:cds=off",
                "-Xlog:cds+dynamic=off"),
            "bench.OneClass"),
        project.folder(),
        environment,
        project.folder().resolve("archive.log"),
        line -> {});
    return List.of("-XX:SharedArchiveFile=" + archive, JARS_FIRST);
  }

  void main(Project project, String main, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = command(project, List.of(), main);
    command.addAll(arguments);
    Commands.run(
        command,
        project.folder(),
        environment,
        project.folder().resolve("main.log"),
        System.out::println);
  }

  private List<String> command(Project project, List<String> options, String main)
      throws IOException, InterruptedException {
    Path classes = project.folder().resolve("target/test-classes");
    List<String> entries = new ArrayList<>(project.jars().stream().map(Path::toString).toList());
    // An archive knows jars only, and only those before any folder.
    if (options.contains(JARS_FIRST)) {
      entries.add(packed(classes).toString());
    } else {
      entries.add(0, classes.toString());
    }
    List<String> command = new ArrayList<>(List.of("java", "-Xmx1g"));
    for (String name :
        List.of(
            "java.lang",
            "java.lang.invoke",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.security.action",
            "sun.util.calendar")) {
      command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED");
    }
    options.stream().filter(option -> option.startsWith("-")).forEach(command::add);
    command.addAll(
        List.of(
            "-Dserver.per=fork",
            "-Dserver.classpath=" + serverJars,
            "-cp",
            String.join(":", entries),
            main));
    return command;
  }

  private Path packed(Path classes) throws IOException, InterruptedException {
    Path jar = classes.resolveSibling("test-classes.jar");
    if (!Files.exists(jar)) {
      Commands.run(
          List.of("jar", "--create", "--file", jar.toString(), "-C", classes.toString(), "."),
          work,
          Map.of(),
          work.resolve("jar.log"),
          line -> {});
    }
    return jar;
  }
}
