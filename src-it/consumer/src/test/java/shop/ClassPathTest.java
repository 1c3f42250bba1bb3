package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What the extension brings onto a user's class path: one jar, and no Jackson but Spark's. */
class ClassPathTest {

  private static final List<String> NAMES =
      Arrays.stream(System.getProperty("surefire.test.class.path", "").split(File.pathSeparator))
          .map(entry -> Path.of(entry).getFileName().toString())
          .toList();

  private static List<String> named(Predicate<String> name) {
    return NAMES.stream().filter(name).toList();
  }

  @Test
  void holdsNothingOfOursButOneJar() {
    assertEquals(
        List.of("spark-connect-junit-" + System.getProperty("extension.version") + ".jar"),
        named(name -> name.startsWith("spark-connect-junit")));
    assertEquals(
        List.of(),
        named(
            name ->
                name.startsWith("picocli")
                    || name.startsWith("maven-")
                    || name.contains("mima")
                    || name.startsWith("plexus")
                    || name.startsWith("httpc")));
  }

  @Test
  void holdsSparksOwnJackson() throws Exception {
    assertEquals(1, named(name -> name.startsWith("jackson-databind-")).size());
    assertTrue(NAMES.contains("jackson-databind-2.21.2.jar"), NAMES::toString);
    assertEquals(
        "2.21.2",
        Class.forName("com.fasterxml.jackson.databind.cfg.PackageVersion")
            .getField("VERSION")
            .get(null)
            .toString());
  }
}
