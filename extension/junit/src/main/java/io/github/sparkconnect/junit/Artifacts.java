package io.github.sparkconnect.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** Finds the jars that {@code artifacts} names. */
final class Artifacts {

  private static final String SPECIAL = "*?[{";

  private Artifacts() {}

  /**
   * Returns the jars in the order of the patterns, those of one pattern sorted.
   *
   * @param patterns paths or globs, relative to {@code directory}
   * @throws ExtensionConfigurationException if one names nothing
   */
  static List<Path> find(List<String> patterns, Path directory) {
    List<Path> found = new ArrayList<>();
    for (String pattern : patterns) {
      List<Path> jars = find(pattern, directory);
      if (jars.isEmpty()) {
        throw new ExtensionConfigurationException(
            "'artifacts' of @SparkConnectServer names jars, but there is none for '"
                + pattern
                + "' (seen from "
                + directory
                + ")");
      }
      found.addAll(jars);
    }
    return List.copyOf(found);
  }

  private static List<Path> find(String pattern, Path directory) {
    int special = firstSpecial(pattern);
    if (special < 0) {
      Path jar = directory.resolve(pattern).normalize();
      return Files.isRegularFile(jar) ? List.of(jar) : List.of();
    }
    int slash = pattern.lastIndexOf('/', special);
    Path start = directory.resolve(slash < 0 ? "" : pattern.substring(0, slash + 1)).normalize();
    if (!Files.isDirectory(start)) {
      return List.of();
    }
    try {
      PathMatcher matcher =
          FileSystems.getDefault().getPathMatcher("glob:" + pattern.substring(slash + 1));
      try (Stream<Path> files = Files.walk(start, FileVisitOption.FOLLOW_LINKS)) {
        return files
            .filter(Files::isRegularFile)
            .filter(file -> matcher.matches(start.relativize(file)))
            .sorted()
            .toList();
      }
    } catch (InvalidPathException | java.util.regex.PatternSyntaxException e) {
      throw new ExtensionConfigurationException("'" + pattern + "' is not a glob", e);
    } catch (IOException e) {
      throw new UncheckedIOException("The folder " + start + " cannot be read", e);
    }
  }

  private static int firstSpecial(String pattern) {
    for (int i = 0; i < pattern.length(); i++) {
      if (SPECIAL.indexOf(pattern.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }
}
