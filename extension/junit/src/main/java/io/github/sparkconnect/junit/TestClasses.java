package io.github.sparkconnect.junit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/** The code of the project under test, packed at the first use. */
final class TestClasses {

  /** A JVM's class path does not change while it runs. */
  private static final ConcurrentMap<List<Path>, ClassesJar> PACKED = new ConcurrentHashMap<>();

  private TestClasses() {}

  /** Returns the classes that a test class can see: its own folder's and the class path's. */
  static Supplier<ClassesJar> of(Class<?> testClass) {
    return () -> PACKED.computeIfAbsent(places(testClass), ClassesJar::of);
  }

  private static List<Path> places(Class<?> testClass) {
    List<Path> places = new ArrayList<>(ProjectCode.of(System.getProperty("java.class.path")));
    // The server has ours.
    places.removeAll(OwnCode.find(TestClasses.class.getClassLoader()));
    CodeSource source = testClass.getProtectionDomain().getCodeSource();
    if (source != null && source.getLocation() != null) {
      try {
        Path own = Path.of(source.getLocation().toURI());
        if (Files.isDirectory(own) && !places.contains(own)) {
          places.add(own);
        }
      } catch (java.net.URISyntaxException | IllegalArgumentException e) {
        // Not from a folder of the default file system: there is nothing to pack.
      }
    }
    return places;
  }
}
