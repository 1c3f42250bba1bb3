package io.github.sparkconnect.pool;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * How to start many small JVMs fast: with the classes that {@link ClaimRacer} uses in a class-data
 * archive, made once by a trial run. The archive wants jars, so the class folders become one.
 */
final class RacerJvm {

  private RacerJvm() {}

  /** Returns the command that runs {@link ClaimRacer}, but for its arguments. */
  static List<String> command(Path directory) throws IOException {
    List<String> classPath = new ArrayList<>();
    List<Path> folders = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (Files.isDirectory(Path.of(entry))) {
        folders.add(Path.of(entry));
      } else {
        classPath.add(entry);
      }
    }
    classPath.add(0, jar(directory.resolve("racer.jar"), folders).toString());
    Path archive = directory.resolve("racer.jsa");
    trialRun(directory, command(classPath, "-XX:ArchiveClassesAtExit=" + archive));
    return Files.exists(archive)
        ? command(classPath, "-XX:SharedArchiveFile=" + archive)
        : command(classPath, "-Xshare:auto");
  }

  private static List<String> command(List<String> classPath, String sharing) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx32m",
        "-Xss512k",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        sharing,
        "-Xlog:disable",
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
        "-cp",
        String.join(File.pathSeparator, classPath),
        ClaimRacer.class.getName());
  }

  private static void trialRun(Path directory, List<String> command) throws IOException {
    try (LivePool live = new LivePool(directory.resolve("trial"))) {
      live.ready(LivePool.A, 0);
      List<String> whole = new ArrayList<>(command);
      whole.addAll(List.of(live.directory.path().toString(), directory.toString(), "1"));
      Process process =
          live.spawned.start(
              new ProcessBuilder(whole).redirectOutput(ProcessBuilder.Redirect.DISCARD));
      try (OutputStream commands = process.getOutputStream()) {
        commands.write(
            "claim\nreturn\nacquire 1\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      }
      process.onExit().join();
    }
  }

  private static Path jar(Path jar, List<Path> folders) throws IOException {
    Set<String> written = new HashSet<>();
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Path folder : folders) {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
          files = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
          String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
          if (written.add(name)) {
            JarEntry entry = new JarEntry(name);
            entry.setTime(Instant.EPOCH.toEpochMilli());
            out.putNextEntry(entry);
            Files.copy(file, out);
            out.closeEntry();
          }
        }
      }
    }
    return jar;
  }
}
