package io.github.sparkconnect.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the test's JUnit API is, which servers get, too.
 *
 * <p>To run a lambda, a server loads the class that it stands in: a test class, with JUnit's types
 * in its signatures, and perhaps with our extension in a static field. It does not matter which
 * version that is, so it is not in the fingerprint: the one of who starts the server is good enough
 * for all.
 */
final class JUnitCode {

  private static final Logger LOG = LoggerFactory.getLogger(JUnitCode.class);

  private static final List<String> RESOURCES =
      List.of(
          "org/junit/jupiter/api/extension/Extension.class",
          "org/junit/platform/commons/support/AnnotationSupport.class",
          "org/opentest4j/TestAbortedException.class");

  private JUnitCode() {}

  /**
   * Returns the jars of {@code loader}; without any, as on the command line, those that a test JVM
   * of this pool had.
   *
   * @param cache where they are remembered
   */
  static List<Path> find(ClassLoader loader, Path cache) {
    Path memory = cache.resolve("junit-api.txt");
    List<Path> here = find(loader);
    try {
      if (here.isEmpty()) {
        return Files.exists(memory)
            ? Files.readAllLines(memory).stream().map(Path::of).filter(Files::exists).toList()
            : List.of();
      }
      PrivateFiles.createDirectories(cache);
      remember(here.stream().map(Path::toString).toList(), memory);
    } catch (IOException | InvalidPathException e) {
      LOG.debug("The JUnit API cannot be remembered in {}", memory, e);
    }
    return here;
  }

  private static void remember(List<String> lines, Path memory) throws IOException {
    if (!Files.exists(memory) || !Files.readAllLines(memory).equals(lines)) {
      PrivateFiles.replace(memory, String.join("\n", lines));
    }
  }

  /** A part that cannot be found is left out: only the rare class that needs it fails. */
  private static List<Path> find(ClassLoader loader) {
    return RESOURCES.stream()
        .flatMap(resource -> OwnCode.place(loader, resource).stream())
        .distinct()
        .toList();
  }
}
