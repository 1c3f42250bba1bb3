package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;

class ArtifactsTest {

  @TempDir private Path directory;

  @BeforeEach
  void jars() throws Exception {
    for (String name : List.of("lib/b.jar", "lib/a.jar", "lib/deep/c.jar", "lib/notes.txt")) {
      Path file = directory.resolve(name);
      Files.createDirectories(file.getParent());
      Files.createFile(file);
    }
  }

  private List<String> found(String... patterns) {
    return Artifacts.find(List.of(patterns), directory).stream()
        .map(jar -> directory.relativize(jar).toString())
        .toList();
  }

  @Test
  void pathsAndGlobsAreSeenFromTheWorkingDirectory() {
    assertThat(found("lib/b.jar", "lib/*.jar"))
        .containsExactly("lib/b.jar", "lib/a.jar", "lib/b.jar");
    assertThat(found("lib/**.jar")).containsExactly("lib/a.jar", "lib/b.jar", "lib/deep/c.jar");
    assertThat(found(directory.resolve("lib/{a,b}.jar").toString()))
        .containsExactly("lib/a.jar", "lib/b.jar");
  }

  @Test
  void aPatternThatNamesNothingIsAnError() {
    assertThatThrownBy(() -> found("lib/*.war"))
        .isInstanceOf(ExtensionConfigurationException.class)
        .hasMessageContaining("'lib/*.war'")
        .hasMessageContaining(directory.toString());
    assertThatThrownBy(() -> found("elsewhere/x.jar")).hasMessageContaining("elsewhere/x.jar");
    assertThatThrownBy(() -> found("lib/[.jar")).hasMessageContaining("not a glob");
  }
}
