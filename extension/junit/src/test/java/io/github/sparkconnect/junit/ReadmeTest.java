package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The README says what is so. */
class ReadmeTest {

  private static final Path README = Path.of("../../README.md");

  @Test
  void listsEverySettingAsItIsDeclared() throws Exception {
    assertThat(Files.readString(README)).contains(SettingsTable.markdown().strip());
  }
}
