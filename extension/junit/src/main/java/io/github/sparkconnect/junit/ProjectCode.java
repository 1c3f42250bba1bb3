package io.github.sparkconnect.junit;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Where this JVM's class path has code of the project under test, which no server has: class
 * folders, and jars that a build has just made (Failsafe tests a module's jar, and a reactor gives
 * those of its other modules).
 *
 * <p>Surefire, Failsafe and IDEs may put the class path into the manifest of a single jar; it is
 * read from there.
 */
final class ProjectCode {

  private ProjectCode() {}

  /**
   * Returns the existing folders and jars in class path order.
   *
   * @param classPath entries separated by the platform's path separator
   */
  static List<Path> of(String classPath) {
    Set<Path> found = new LinkedHashSet<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      if (!entry.isEmpty()) {
        add(Path.of(entry), found);
      }
    }
    return List.copyOf(found);
  }

  /** Maven puts jars into {@code target}, Gradle into {@code build/libs}. */
  private static boolean isBuildOutput(Path jar) {
    Path folder = jar.toAbsolutePath().normalize().getParent();
    return folder != null && (folder.endsWith("target") || folder.endsWith("build/libs"));
  }

  private static boolean isJar(Path entry) {
    return entry.toString().endsWith(".jar") && Files.isRegularFile(entry);
  }

  private static void add(Path entry, Set<Path> found) {
    addIfOurs(entry, found);
    if (isJar(entry)) {
      for (String reference : manifestClassPath(entry)) {
        resolve(entry, reference, found);
      }
    }
  }

  private static void addIfOurs(Path entry, Set<Path> found) {
    if (Files.isDirectory(entry) || (isJar(entry) && isBuildOutput(entry))) {
      found.add(entry.toAbsolutePath().normalize());
    }
  }

  private static void resolve(Path jar, String reference, Set<Path> found) {
    try {
      URI uri = jar.toUri().resolve(new URI(reference));
      if ("file".equals(uri.getScheme())) {
        addIfOurs(Path.of(uri), found);
      }
    } catch (URISyntaxException | IllegalArgumentException e) {
      // The JVM ignores such a reference, too.
    }
  }

  private static List<String> manifestClassPath(Path jar) {
    try (JarFile file = new JarFile(jar.toFile(), false)) {
      Manifest manifest = file.getManifest();
      String value =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      return value == null ? List.of() : List.of(value.trim().split(" +"));
    } catch (IOException e) {
      return List.of();
    }
  }
}
