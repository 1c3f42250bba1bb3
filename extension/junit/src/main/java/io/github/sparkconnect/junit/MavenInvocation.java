package io.github.sparkconnect.junit;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the Maven build around this JVM was told on its command line, as far as it shows here: the
 * {@code mvn} script leaves its arguments in the environment of the forks.
 *
 * @param offline {@code -o}
 * @param settings {@code -s}
 * @param globalSettings {@code -gs}
 * @param home the Maven installation, for its {@code conf/settings.xml}
 */
record MavenInvocation(
    boolean offline, Optional<Path> settings, Optional<Path> globalSettings, Optional<Path> home) {

  private static final String HOME_PROPERTY = "-Dmaven.home=";
  private static final int MOST_ANCESTORS = 5;

  static MavenInvocation of(Map<String, String> environment) {
    List<String> words =
        List.of(environment.getOrDefault("MAVEN_CMD_LINE_ARGS", "").strip().split("\\s+"));
    return new MavenInvocation(
        words.contains("-o") || words.contains("--offline"),
        file(words, List.of("-s", "--settings")),
        file(words, List.of("-gs", "--global-settings")),
        home(environment));
  }

  /** The script joins its arguments by blanks, so that a path is the longest run that exists. */
  private static Optional<Path> file(List<String> words, List<String> options) {
    for (int i = 0; i < words.size(); i++) {
      for (String option : options) {
        if (words.get(i).startsWith(option + "=")) {
          return existing(words.get(i).substring(option.length() + 1));
        }
      }
      if (options.contains(words.get(i))) {
        for (int end = words.size(); end > i + 1; end--) {
          Optional<Path> path = existing(String.join(" ", words.subList(i + 1, end)));
          if (path.isPresent()) {
            return path;
          }
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> home(Map<String, String> environment) {
    return Stream.of("MAVEN_HOME", "M2_HOME")
        .flatMap(name -> Optional.ofNullable(environment.get(name)).stream())
        .filter(home -> !home.isBlank())
        .flatMap(home -> existing(home).stream())
        .findFirst()
        .or(MavenInvocation::homeOfAncestor);
  }

  /** A fork does not inherit the property, but the Maven that started it has it as an argument. */
  private static Optional<Path> homeOfAncestor() {
    Optional<ProcessHandle> process = ProcessHandle.current().parent();
    for (int i = 0; i < MOST_ANCESTORS && process.isPresent(); i++) {
      for (String argument : process.get().info().arguments().orElse(new String[0])) {
        if (argument.startsWith(HOME_PROPERTY)) {
          return existing(argument.substring(HOME_PROPERTY.length()));
        }
      }
      process = process.get().parent();
    }
    return Optional.empty();
  }

  private static Optional<Path> existing(String text) {
    try {
      Path path = Path.of(text).toAbsolutePath();
      return Files.exists(path) ? Optional.of(path) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
