package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Uid;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command line of a server.
 *
 * <p>Most of it stands in a file, because a class path of 200 jars is long and to keep the visible
 * command line to what proves whose process it is: the main class and the uid.
 */
final class LaunchCommand {

  /**
   * Makes the JVM that replaces the shell ignore what a terminal sends to all processes that were
   * started from it: Ctrl-C, its end, and Ctrl-Z.
   */
  private static final String DETACHED = "trap '' INT HUP TSTP; exec \"$@\"";

  private LaunchCommand() {}

  /**
   * Returns the arguments that go into the file.
   *
   * @param jvmArgs of the user, with our defaults and what there is for an archive
   * @param directory the member's own
   * @throws SparkConnectException if the class path cannot be expressed
   */
  static List<String> fileArguments(
      JavaHome java, List<String> jvmArgs, Region region, Path directory, List<Path> classPath) {
    List<String> arguments = new ArrayList<>(ModuleOptions.of(java.feature()));
    arguments.addAll(region.jvmArgs());
    arguments.add("-Djava.io.tmpdir=" + directory.resolve("tmp"));
    arguments.add("-Djava.awt.headless=true");
    // Else a crash leaves its report in the working directory, which is the user's project.
    arguments.add("-XX:ErrorFile=" + directory.resolve("hs_err.log").toString().replace("%", "%%"));
    arguments.addAll(jvmArgs);
    arguments.add("-classpath");
    arguments.add(
        classPath.stream()
            .map(LaunchCommand::entry)
            .collect(Collectors.joining(File.pathSeparator)));
    return arguments;
  }

  /** Returns the whole command. */
  static List<String> of(JavaHome java, Path argumentFile, Path pool, Uid uid) {
    return List.of(
        "/bin/sh",
        "-c",
        DETACHED,
        "sh",
        java.executable().toString(),
        "@" + argumentFile,
        OwnCode.MEMBER_MAIN,
        pool.toString(),
        uid.value());
  }

  private static String entry(Path path) {
    String text = path.toAbsolutePath().toString();
    if (text.contains(File.pathSeparator)) {
      throw new SparkConnectException(
          "A class path cannot have "
              + text
              + " in it, because '"
              + File.pathSeparator
              + "' separates its entries. Move the file or folder.");
    }
    return text;
  }
}
