package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.pool.ArchiveFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassArchivesTest {

  private static final JavaHome JAVA = new JavaHome(Path.of("/java"), "17.0.1");

  @TempDir Path temp;
  private Path jar;
  private Path archives;

  @BeforeEach
  void makeAJar() throws IOException {
    jar = Files.writeString(temp.resolve("a.jar"), "a");
    archives = temp.resolve("archives");
  }

  private Optional<ClassArchives.Archive> find(JavaHome java, List<Path> classPath) {
    return new ClassArchives(archives).find(java, List.of(), classPath);
  }

  private ClassArchives.Archive find() {
    return find(JAVA, List.of(jar)).orElseThrow();
  }

  @Test
  void theFirstServerMakesItAndLaterOnesUseIt() throws IOException {
    ClassArchives.Archive missing = find();
    assertThat(missing.exists()).isFalse();
    assertThat(missing.options()).isEmpty();

    Path file = publish(missing.file());

    assertThat(find()).isEqualTo(new ClassArchives.Archive(file, true));
    assertThat(find().options()).contains("-XX:SharedArchiveFile=" + file);
  }

  @Test
  void aDamagedOneIsDeletedAndMadeAgain() throws IOException {
    Path file = publish(find().file());
    Files.writeString(file, "other");

    try (Warnings warnings = Warnings.of(ClassArchives.class)) {
      assertThat(find().exists()).isFalse();
      assertThat(warnings.messages())
          .singleElement()
          .asString()
          .endsWith("The archive of classes " + file + " is damaged and deleted");
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void oneThatCannotBeDeletedIsNamed() throws IOException {
    Path folder = temp.resolve("folder");
    Files.createDirectories(folder.resolve("full"));

    try (Warnings warnings = Warnings.of(ClassArchives.class)) {
      new ClassArchives.Archive(folder, true).drop();
      assertThat(warnings.messages())
          .singleElement()
          .asString()
          .contains("The archive of classes " + folder + " cannot be deleted: ");
    }
  }

  private Path publish(Path wanted) throws IOException {
    return ArchiveFile.publish(Files.writeString(temp.resolve("draft"), "content"), wanted);
  }

  @Test
  void eachJavaAndClassPathHasItsOwn() throws IOException {
    Path file = find().file();
    Path other = Files.writeString(temp.resolve("b.jar"), "b");

    assertThat(find(JAVA, List.of(jar, other)).orElseThrow().file()).isNotEqualTo(file);
    assertThat(find(new JavaHome(Path.of("/java"), "17.0.2"), List.of(jar)).orElseThrow().file())
        .isNotEqualTo(file);
    Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH));
    assertThat(find().file()).isNotEqualTo(file);
  }

  @Test
  void aFolderOnTheClassPathMeansNone() {
    assertThat(find(JAVA, List.of(jar, temp))).isEmpty();
  }

  @Test
  void aMissingJarMeansNone() {
    assertThat(find(JAVA, List.of(temp.resolve("missing.jar")))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xshare:off",
        "-XX:SharedArchiveFile=/mine.jsa",
        "-XX:ArchiveClassesAtExit=/mine.jsa",
        "-XX:AOTCache=/mine",
        "-XX:+AutoCreateSharedArchive",
        "-javaagent:/agent.jar",
        "-agentlib:jdwp=transport=dt_socket",
        "-Xbootclasspath/a:/x.jar"
      })
  void optionsThatExcludeItMeanNone(String option) {
    assertThat(new ClassArchives(archives).find(JAVA, List.of(option), List.of(jar))).isEmpty();
  }

  @Test
  void oneThatAServerDidNotComeUpWithIsDropped() throws IOException {
    publish(find().file());

    find().drop();

    assertThat(find().exists()).isFalse();
  }

  @Test
  void theLastUsedOnesAreKept() throws IOException {
    Files.createDirectories(archives);
    for (int days = 0; days < 8; days++) {
      Path old = Files.createFile(archives.resolve("classes-" + days + ".jsa"));
      Files.setLastModifiedTime(
          old, FileTime.from(Instant.now().minus(Duration.ofDays(days * 9L))));
    }

    assertThat(find().exists()).isFalse();

    // Four at most, to leave room for the new one, and none that is older than 30 days.
    assertThat(archives).isDirectoryContaining("glob:**classes-3.jsa");
    assertThat(archives).isDirectoryNotContaining("glob:**classes-4.jsa");
  }

  @Test
  void whatKilledServersLeftIsDeleted() throws IOException {
    Files.createDirectories(archives);
    Path draft = Files.createFile(archives.resolve("classes-1.jsa.tmp"));
    Path fresh = Files.createFile(archives.resolve("classes-2.jsa.tmp"));
    Files.setLastModifiedTime(draft, FileTime.from(Instant.now().minus(Duration.ofDays(2))));

    assertThat(find().exists()).isFalse();

    assertThat(draft).doesNotExist();
    assertThat(fresh).exists();
  }

  @Test
  void useIsRemembered() throws IOException {
    Path file = publish(find().file());
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(20))));

    assertThat(find().exists()).isTrue();

    assertThat(Files.getLastModifiedTime(file).toInstant())
        .isAfter(Instant.now().minus(Duration.ofDays(1)));
  }
}
