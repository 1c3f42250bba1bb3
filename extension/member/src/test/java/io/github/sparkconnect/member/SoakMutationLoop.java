package io.github.sparkconnect.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Breaks the product in one way after the other and shows by which promise a soak notices; not run
 * by the build. {@code -Dsoak.mutation} names a single one.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "reads /proc")
class SoakMutationLoop {

  private static final Path MODULES = Path.of("..").toAbsolutePath().normalize();
  private static final long SECONDS = Integer.getInteger("soak.seconds", 60);
  private static final int FORKS = 6;

  @Test
  void everyMutationIsNoticed(@TempDir Path folder) throws Exception {
    String only = System.getProperty("soak.mutation", "");
    List<String> table = new ArrayList<>();
    List<SoakMutation> missed = new ArrayList<>();
    for (SoakMutation mutation : SoakMutation.values()) {
      if (only.isEmpty() || mutation.name().equals(only)) {
        Path own = Files.createDirectory(folder.resolve(mutation.name()));
        Path classes = own.resolve("classes");
        mutation.compile(MODULES, classes);
        List<String> violations =
            SoakTest.run(
                    own,
                    List.of(classes),
                    Long.getLong("soak.seed", 1),
                    SECONDS,
                    FORKS,
                    mutation.faults())
                .stream()
                .filter(line -> line.startsWith("violation"))
                .toList();
        if (violations.isEmpty()) {
          missed.add(mutation);
        }
        table.add(
            "| "
                + mutation
                + " | "
                + mutation.faults()
                + " | "
                + violations.stream().findFirst().orElse("not noticed").replace('|', '/')
                + " |");
        System.out.println("[soak] " + table.get(table.size() - 1));
      }
    }
    table.forEach(System.out::println);
    assertThat(missed).as("mutations that nobody noticed").isEmpty();
  }
}
