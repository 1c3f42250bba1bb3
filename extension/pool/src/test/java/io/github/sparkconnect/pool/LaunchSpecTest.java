package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchSpecTest {

  private static final LaunchSpec SPEC =
      new LaunchSpec(
          new Uid("0123456789ab"),
          new Fingerprint("0".repeat(64), new TreeMap<>(Map.of("heap", "1g"))),
          "4.2.0",
          "local[2]",
          new TreeMap<>(Map.of("spark.a", "\"ü\n")),
          List.of(Path.of("a b/ü.sql"), Path.of("/c.sql")),
          new LaunchSpec.IdleWork(true, Optional.of(Path.of("/a b/classes.jsa"))),
          Duration.ofMinutes(2),
          Duration.ofMinutes(30),
          Instant.ofEpochMilli(1_700_000_000_000L));

  @TempDir Path folder;

  @Test
  void isReadAsItWasWritten() {
    Path file = folder.resolve("launch.json");
    SPEC.write(file);
    assertThat(LaunchSpec.read(file)).isEqualTo(SPEC);
  }

  @Test
  void isPrivateAndLeavesNoDraft() throws IOException {
    Path file = folder.resolve("launch.json");
    SPEC.write(file);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void saysWhatIsWrongWithAFile() throws IOException {
    Path file = folder.resolve("launch.json");
    assertThatThrownBy(() -> LaunchSpec.read(file))
        .isInstanceOf(PoolException.class)
        .hasMessageStartingWith("The launch specification " + file + " cannot be read: ");
    assertThatThrownBy(() -> SPEC.write(folder.resolve("missing/launch.json")))
        .isInstanceOf(PoolException.class)
        .hasMessageStartingWith("The launch specification ")
        .hasMessageContaining("launch.json cannot be written: ");
    Files.writeString(file, "{");
    assertThatThrownBy(() -> LaunchSpec.read(file))
        .isInstanceOf(PoolException.class)
        .hasMessageContaining("is no launch specification");
    SPEC.write(file);
    Files.writeString(file, Files.readString(file).replace("1800000", "\"soon\""));
    assertThatThrownBy(() -> LaunchSpec.read(file))
        .isInstanceOf(PoolException.class)
        .hasMessageContaining("idleTimeoutMillis is an integer, but was: \"soon\"");
  }
}
