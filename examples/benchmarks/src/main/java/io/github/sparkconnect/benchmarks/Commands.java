package io.github.sparkconnect.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Runs programs and reads what they print, line by line. */
final class Commands {

  private Commands() {}

  /**
   * @param log what the program prints is kept there, too
   * @throws IllegalStateException if it fails
   */
  static void run(
      List<String> command,
      Path folder,
      Map<String, String> environment,
      Path log,
      Consumer<String> lines)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.redirectInput(new File("/dev/null"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    List<String> said = new ArrayList<>();
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        said.add(line);
        lines.accept(line);
      }
    }
    Files.write(log, said);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(
          command.get(0) + " ... " + command.get(command.size() - 1) + " failed, see " + log);
    }
  }
}
