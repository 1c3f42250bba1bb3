package io.github.sparkconnect.junit;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The folders with {@code hive-site.xml}, {@code core-site.xml} and the like that Spark's own
 * launchers put on a class path when these variables are set.
 */
final class ConfigurationFolders {

  private static final List<String> VARIABLES =
      List.of("SPARK_CONF_DIR", "HADOOP_CONF_DIR", "YARN_CONF_DIR");

  private ConfigurationFolders() {}

  static List<Path> of(Map<String, String> environment) {
    List<Path> folders = new ArrayList<>();
    for (String variable : VARIABLES) {
      String text = environment.getOrDefault(variable, "");
      try {
        if (!text.isBlank() && Files.isDirectory(Path.of(text))) {
          folders.add(Path.of(text).toAbsolutePath());
        }
      } catch (InvalidPathException e) {
        // No folder of that name can exist: as good as unset.
      }
    }
    return folders;
  }
}
