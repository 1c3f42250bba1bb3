package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.pool.ContentHashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnJarsTest {

  @TempDir Path temp;
  private Path cache;
  private Path jar;

  @BeforeEach
  void makeAJar() throws IOException {
    cache = temp.resolve("cache");
    jar = Files.writeString(temp.resolve("ours.jar"), "first");
  }

  private List<Path> copies(Path... own) {
    return new OwnJars(cache, ContentHashes.open(cache.resolve("hashes.json")))
        .copies(List.of(own));
  }

  @Test
  void aRebuiltJarLeavesTheCopyOfTheFormerOneAlone() throws IOException {
    Path first = copies(jar).get(0);
    Files.writeString(jar, "other");
    Path other = copies(jar).get(0);

    assertThat(first).hasContent("first").isNotEqualTo(jar);
    assertThat(other).hasContent("other").isNotEqualTo(first);
  }

  @Test
  void theSameContentIsCopiedOnce() throws IOException {
    Path copy = copies(jar).get(0);
    Object inode = Files.getAttribute(copy, "unix:ino");
    Path elsewhere = Files.copy(jar, temp.resolve("renamed.jar"));

    assertThat(copies(jar, elsewhere)).containsExactly(copy, copy);
    assertThat(Files.getAttribute(copy, "unix:ino")).isEqualTo(inode);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
        .isEqualTo("rw-------");
  }

  @Test
  void aCopyThatWasCutOffIsReplaced() throws IOException {
    Path copy = copies(jar).get(0);
    Files.writeString(copy, "fir");

    assertThat(copies(jar)).containsExactly(copy);
    assertThat(copy).hasContent("first");
  }

  @Test
  void whatIsOlderThanAMonthIsDeleted() throws IOException {
    Path old = copies(jar).get(0);
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(31))));
    Files.writeString(jar, "other");

    Path other = copies(jar).get(0);

    assertThat(old).doesNotExist();
    assertThat(other).exists();
  }

  @Test
  void aCopyKeepsItsTimeForArchivesKnowItByThat() throws IOException {
    Path copy = copies(jar).get(0);
    FileTime daysAgo = FileTime.from(Instant.now().minus(Duration.ofDays(9)));
    Files.setLastModifiedTime(copy, daysAgo);

    copies(jar);

    assertThat(Files.getLastModifiedTime(copy)).isEqualTo(daysAgo);
  }

  @Test
  void aFolderIsPacked() throws IOException {
    Path classes = Files.createDirectories(temp.resolve("classes/a/b"));
    Files.writeString(classes.resolve("C.class"), "first");
    Path packed = copies(temp.resolve("classes")).get(0);

    try (JarFile content = new JarFile(packed.toFile())) {
      assertThat(content.stream().map(ZipEntry::getName)).containsExactly("a/b/C.class");
      assertThat(content.getInputStream(content.getEntry("a/b/C.class"))).hasContent("first");
    }
    assertThat(copies(temp.resolve("classes"))).containsExactly(packed);
    Files.writeString(classes.resolve("C.class"), "other");
    assertThat(copies(temp.resolve("classes"))).doesNotContain(packed);
  }

  @Test
  void withoutAPlaceForCopiesTheJarItselfIsUsed() throws IOException {
    Files.writeString(cache, "a file");

    assertThat(copies(jar)).containsExactly(jar);
  }
}
