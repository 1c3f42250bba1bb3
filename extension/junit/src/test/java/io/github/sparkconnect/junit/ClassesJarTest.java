package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassesJarTest {

  @TempDir private Path directory;

  private Path folder(String name, String content) throws Exception {
    Path folder = directory.resolve(name);
    Files.createDirectories(folder.resolve("p"));
    Files.writeString(folder.resolve("p/A.class"), content);
    Files.writeString(folder.resolve("p/notes.txt"), "not code");
    return folder;
  }

  @Test
  void equalContentHasAnEqualNameWhereverItLies() throws Exception {
    assertThat(ClassesJar.of(List.of(folder("one", "x"))).name())
        .isEqualTo(ClassesJar.of(List.of(folder("two", "x"))).name());
  }

  @Test
  void otherContentHasAnotherName() throws Exception {
    assertThat(ClassesJar.of(List.of(folder("one", "x"))).name())
        .isNotEqualTo(ClassesJar.of(List.of(folder("two", "y"))).name());
  }

  @Test
  void theFirstFolderWins() throws Exception {
    Path one = folder("one", "x");
    Path two = folder("two", "y");

    assertThat(ClassesJar.of(List.of(one, two)).name())
        .isEqualTo(ClassesJar.of(List.of(one)).name());
  }

  @Test
  void aJarIsReadLikeAFolder() throws Exception {
    Path jar = directory.resolve("code.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("p/A.class"));
      zip.write("x".getBytes(StandardCharsets.UTF_8));
    }

    assertThat(ClassesJar.of(List.of(jar)).name())
        .isEqualTo(ClassesJar.of(List.of(folder("one", "x"))).name());
  }

  @Test
  void foldersWithoutClassesGiveNothingToSend() throws Exception {
    assertThat(ClassesJar.of(List.of(Files.createDirectory(directory.resolve("empty")))).isEmpty())
        .isTrue();
  }
}
