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
 * The class folders of this JVM's class path: code of the project under test, which no server has.
 *
 * <p>Surefire, Failsafe and IDEs may put the class path into the manifest of a single jar; it is
 * read from there.
 */
final class ClassPathFolders {

  private ClassPathFolders() {}

  /**
   * Returns the existing folders in class path order.
   *
   * @param classPath entries separated by the platform's path separator
   */
  static List<Path> of(String classPath) {
    Set<Path> folders = new LinkedHashSet<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      if (!entry.isEmpty()) {
        add(Path.of(entry), folders);
      }
    }
    return List.copyOf(folders);
  }

  private static void add(Path entry, Set<Path> folders) {
    if (Files.isDirectory(entry)) {
      folders.add(entry.toAbsolutePath().normalize());
    } else if (entry.toString().endsWith(".jar") && Files.isRegularFile(entry)) {
      for (String reference : manifestClassPath(entry)) {
        resolve(entry, reference, folders);
      }
    }
  }

  private static void resolve(Path jar, String reference, Set<Path> folders) {
    try {
      URI uri = jar.toUri().resolve(new URI(reference));
      if ("file".equals(uri.getScheme()) && uri.getPath().endsWith("/")) {
        Path path = Path.of(uri);
        if (Files.isDirectory(path)) {
          folders.add(path.toAbsolutePath().normalize());
        }
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
