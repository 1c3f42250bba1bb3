package io.github.sparkconnect.junit;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where the test's JUnit API is, which servers get, too.
 *
 * <p>To run a lambda, a server loads the class that it stands in: a test class, with JUnit's types
 * in its signatures, and perhaps with our extension in a static field. It does not matter which
 * version that is, so it is not in the fingerprint: the one of who starts the server is good enough
 * for all.
 */
final class JUnitCode {

  private static final List<String> RESOURCES =
      List.of(
          "org/junit/jupiter/api/extension/Extension.class",
          "org/junit/platform/commons/support/AnnotationSupport.class",
          "org/opentest4j/TestAbortedException.class");

  private JUnitCode() {}

  /** Returns the jars; a part that cannot be found is left out. */
  static List<Path> find(ClassLoader loader) {
    Set<Path> places = new LinkedHashSet<>();
    for (String resource : RESOURCES) {
      URL url = loader.getResource(resource);
      if (url != null) {
        try {
          places.add(OwnCode.place(url, resource));
        } catch (IOException | URISyntaxException | IllegalArgumentException e) {
          // Not in a file: only the rare class that needs it fails, and names it.
        }
      }
    }
    return new ArrayList<>(places);
  }
}
