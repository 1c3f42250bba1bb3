package io.github.sparkconnect.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Forks claim, work and return while faults strike at random, and an auditor finds nothing that
 * must not be. {@code -Dsoak.minutes=60 -Dsoak.forks=8} for longer, {@code -Dsoak.seed=...} for the
 * same draws.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "reads /proc")
class SoakTest {

  private static final int FORKS = Integer.getInteger("soak.forks", 4);
  private static final long SEED = Long.getLong("soak.seed", System.currentTimeMillis());
  private static final double MINUTES = Double.parseDouble(System.getProperty("soak.minutes", "3"));

  @Test
  void thePoolKeepsItsPromises(@TempDir Path temp) throws IOException {
    System.out.println("[soak] -Dsoak.seed=" + SEED);
    List<String> lines =
        run(temp, List.of(), SEED, Math.round(60 * MINUTES), FORKS, List.of(SoakFault.values()));
    assertThat(lines).filteredOn(line -> line.startsWith("violation")).isEmpty();
    assertThat(lines).as("it came to its end").contains("[soak] violations: 0");
  }

  /**
   * Runs it in a process of its own; for root with the pool on a small disk that only this process
   * and its children see.
   *
   * @param before what is put in front of the class path; if anything is, it ends with the first
   *     violation
   * @return what it printed
   */
  static List<String> run(
      Path temp, List<Path> before, long seed, long seconds, int forks, List<SoakFault> faults)
      throws IOException {
    List<String> command = new ArrayList<>();
    Path root = temp.resolve("disk");
    root.toFile().mkdir();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("unshare", "-m", "sh", "-c"));
      command.add("mount -t tmpfs -o size=64m tmpfs \"$0\" && exec \"$@\"");
      command.add(root.toString());
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-cp"));
    StringBuilder classPath = new StringBuilder();
    before.forEach(entry -> classPath.append(entry).append(':'));
    command.add(classPath + System.getProperty("java.class.path"));
    command.add(SoakDriver.class.getName());
    command.addAll(List.of(root.toString(), temp.resolve("elsewhere").toString()));
    command.addAll(List.of(Long.toString(seed), Long.toString(seconds), Integer.toString(forks)));
    command.add(Boolean.toString(!before.isEmpty()));
    command.add(faults.stream().map(SoakFault::name).collect(Collectors.joining(",")));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> lines = new ArrayList<>();
    try (BufferedReader output = process.inputReader(UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        System.out.println(line);
        lines.add(line);
      }
    } finally {
      process.destroy();
    }
    return lines;
  }
}
