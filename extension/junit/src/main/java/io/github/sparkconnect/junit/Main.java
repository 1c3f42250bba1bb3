package io.github.sparkconnect.junit;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The command line: {@code java -jar spark-connect-junit-<version>.jar}.
 *
 * <p>In tests the user's SLF4J is used, which the jar therefore does not contain as classes. On the
 * command line there is none: then the copy that is packed into the jar as a file is used, and the
 * commands are loaded once more beside it.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class Main {

  private static final String SLF4J = "/META-INF/spark-connect-junit/slf4j-api.jar";

  private Main() {}

  /** Runs a command and exits with its status. */
  public static void main(String[] args) throws Exception {
    if (System.getProperty("slf4j.internal.verbosity") == null) {
      // Nobody has to be told that nothing is logged.
      System.setProperty("slf4j.internal.verbosity", "ERROR");
    }
    InputStream packed = hasSlf4j() ? null : Main.class.getResourceAsStream(SLF4J);
    if (packed == null) {
      System.exit(CommandLineTool.run(args));
      return;
    }
    URL own = Main.class.getProtectionDomain().getCodeSource().getLocation();
    // Stays open: the process ends with the command.
    ClassLoader loader =
        new URLClassLoader(
            new URL[] {own, unpacked(packed).toUri().toURL()},
            ClassLoader.getPlatformClassLoader());
    Thread.currentThread().setContextClassLoader(loader);
    System.exit(
        (int)
            loader
                .loadClass("io.github.sparkconnect.junit.CommandLineTool")
                .getMethod("run", String[].class)
                .invoke(null, (Object) args));
  }

  private static boolean hasSlf4j() {
    return Main.class.getResource("/org/slf4j/LoggerFactory.class") != null;
  }

  private static Path unpacked(InputStream packed) throws IOException {
    Path jar = Files.createTempFile("slf4j-api", ".jar");
    jar.toFile().deleteOnExit();
    try (packed) {
      Files.copy(packed, jar, StandardCopyOption.REPLACE_EXISTING);
    }
    return jar;
  }
}
