package io.github.sparkconnect.junit;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** A JVM of its own that resolves a class path when it is told to go. */
final class ResolvingJvm {

  private ResolvingJvm() {}

  /** Arguments: the home directory, the cache, the folder with our own code. */
  public static void main(String[] args) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("user.home", args[0]);
    properties.setProperty("sparkconnect.server.version", TestRepository.VERSION);
    ServerClassPaths paths =
        new ServerClassPaths(
            Settings.of(key -> Optional.empty(), properties, Map.of()),
            properties,
            Map.of(),
            new URLClassLoader(
                new URL[] {Path.of(args[2]).toUri().toURL()}, ResolvingJvm.class.getClassLoader()),
            Path.of(args[1]),
            line -> System.out.println("progress " + line));
    System.out.println("ready");
    if (System.in.read() < 0) {
      return;
    }
    paths.find(List.of()).spark().forEach(path -> System.out.println("path " + path));
  }
}
