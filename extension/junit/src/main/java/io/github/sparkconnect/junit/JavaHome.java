package io.github.sparkconnect.junit;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * A Java installation that servers run on.
 *
 * @param directory without symbolic links, so that two names of one installation are one
 * @param version as it calls itself, for example {@code 17.0.15+6-Debian-1deb12u1}
 */
record JavaHome(Path directory, String version) {

  static final int FLOOR = 17;

  /**
   * Returns the installation that the setting names, else that of this JVM.
   *
   * @throws SparkConnectException if it has no {@code bin/java} or is too old
   */
  static JavaHome of(Optional<Path> setting, Properties systemProperties) {
    Path own = Path.of(systemProperties.getProperty("java.home", ""));
    Path directory = real(setting.orElse(own));
    if (!Files.isExecutable(executable(directory))) {
      throw new SparkConnectException(
          "No server can be started: "
              + executable(directory)
              + " is no program. Name a Java installation in "
              + Settings.SERVER_JAVA_HOME.key()
              + ".");
    }
    String unknown =
        directory.equals(real(own))
            ? systemProperties.getProperty("java.runtime.version", "unknown")
            : "unknown";
    JavaHome home = new JavaHome(directory, released(directory).orElse(unknown));
    if (home.feature() < FLOOR) {
      throw new SparkConnectException(
          "Servers need Java "
              + FLOOR
              + " or newer, but "
              + directory
              + " is Java "
              + home.version
              + ". Name another installation in "
              + Settings.SERVER_JAVA_HOME.key()
              + ".");
    }
    return home;
  }

  Path executable() {
    return executable(directory);
  }

  /** Returns the first number of the version, or the lowest possible if it cannot be told. */
  int feature() {
    String number = version.replaceFirst("^1\\.", "").replaceFirst("[^0-9].*", "");
    return number.isEmpty() || number.length() > 4 ? FLOOR : Integer.parseInt(number);
  }

  private static Path executable(Path directory) {
    return directory.resolve("bin").resolve("java");
  }

  private static Path real(Path directory) {
    try {
      return directory.toRealPath();
    } catch (IOException e) {
      return directory.toAbsolutePath();
    }
  }

  private static Optional<String> released(Path directory) {
    Properties release = new Properties();
    try (Reader reader = Files.newBufferedReader(directory.resolve("release"))) {
      release.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
    return Optional.ofNullable(release.getProperty("JAVA_RUNTIME_VERSION"))
        .or(() -> Optional.ofNullable(release.getProperty("JAVA_VERSION")))
        .map(quoted -> quoted.replace("\"", "").strip())
        .filter(version -> !version.isEmpty());
  }
}
