package io.github.sparkconnect.member;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RolledLogTest {

  @TempDir Path folder;

  @Test
  void keepsTheNewestAndDropsTheOldest() throws IOException {
    Path file = folder.resolve("%d ${x}.log");
    try (RolledLog log = new RolledLog(file, 10, 2)) {
      for (int i = 1; i <= 4; i++) {
        log.write("line %d\n".formatted(i).getBytes(US_ASCII));
      }
    }
    assertThat(file).hasContent("line 4\n");
    assertThat(folder.resolve("%d ${x}.log.1")).hasContent("line 3\n");
    assertThat(folder.resolve("%d ${x}.log.2")).hasContent("line 2\n");
    assertThat(folder.resolve("%d ${x}.log.3")).doesNotExist();
  }

  @Test
  void goesOnWhereItWasAndIsPrivate() throws IOException {
    Path file = folder.resolve("log");
    for (int i = 1; i <= 2; i++) {
      try (RolledLog log = new RolledLog(file, 100, 1)) {
        log.write('0' + i);
      }
    }
    assertThat(file).hasContent("12");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void survivesTheLossOfItsFolder() throws IOException {
    Path lost = Files.createDirectory(folder.resolve("lost"));
    try (RolledLog log = new RolledLog(lost.resolve("log"), 10, 1)) {
      Trees.delete(lost);
      for (int i = 0; i < 5; i++) {
        log.write("0123456789".getBytes(US_ASCII));
      }
    }
    assertThat(lost).doesNotExist();
  }

  @Test
  void anInterruptedThreadThatLogsSilencesNobody() throws IOException {
    Path file = folder.resolve("log");
    try (RolledLog log = new RolledLog(file, 100, 1)) {
      Thread.currentThread().interrupt();
      log.write("interrupted ".getBytes(US_ASCII));
      assertThat(Thread.interrupted()).isTrue();
      log.write("after".getBytes(US_ASCII));
    }
    assertThat(file).hasContent("interrupted after");
  }
}
