package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentHashesTest {

  @TempDir Path directory;
  private Path cache;
  private Path jar;
  private Path other;

  @BeforeEach
  void write() throws Exception {
    cache = directory.resolve("cache/hashes.json");
    jar = Files.writeString(directory.resolve("a.jar"), "one");
    other = Files.writeString(directory.resolve("b.jar"), "two");
  }

  @Test
  void contentAndOrderCountAndPathsDoNot() throws Exception {
    Path copy = Files.copy(jar, directory.resolve("copy.jar"));
    assertThat(hash(copy, other)).isEqualTo(hash(jar, other)).startsWith("2 entries, sha256:");
    assertThat(hash(other, jar)).isNotEqualTo(hash(jar, other));
    assertThat(hash(jar)).isNotEqualTo(hash(jar, jar));
  }

  @Test
  void newContentAtTheSamePathIsSeenThoughSizeAndTimeAreTheSame() throws Exception {
    FileTime time = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
    Files.setLastModifiedTime(jar, time);
    String before = hash(jar);
    Files.writeString(jar, "eno");
    Files.setLastModifiedTime(jar, time);
    assertThat(hash(jar)).isNotEqualTo(before);
  }

  @Test
  void foldersCountWithNamesAndContent() throws Exception {
    Path classes = directory.resolve("classes");
    Path folder = Files.createDirectories(classes.resolve("p"));
    String empty = hash(classes);
    Files.writeString(folder.resolve("A.class"), "a");
    String one = hash(classes);
    Files.move(folder.resolve("A.class"), folder.resolve("B.class"));
    String renamed = hash(classes);
    Files.writeString(folder.resolve("B.class"), "b");
    assertThat(List.of(empty, one, renamed, hash(classes))).doesNotHaveDuplicates();
  }

  @Test
  void aFileThatKeepsChangingIsNoInput() throws Exception {
    Files.write(jar, new byte[8 << 20]);
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(
            () -> {
              while (!done.get()) {
                try {
                  Files.write(jar, new byte[1], StandardOpenOption.APPEND);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              }
            });
    try {
      // On a busy machine it may be left alone for the time of one reading.
      await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> hash(jar))
                      .isInstanceOf(PoolException.class)
                      .hasMessageContaining(jar + " keeps changing while it is read"));
    } finally {
      done.set(true);
      writing.join();
    }
  }

  @Test
  void aMissingEntryIsMissing() throws Exception {
    Path missing = directory.resolve("missing.jar");
    String before = hash(missing);
    Files.writeString(missing, "");
    assertThat(hash(missing)).isNotEqualTo(before);
  }

  @Test
  void aLoopOfLinksIsAnErrorThatNamesTheEntry() throws Exception {
    Path folder = Files.createDirectories(directory.resolve("loop"));
    Files.createSymbolicLink(folder.resolve("again"), folder);
    assertThatThrownBy(() -> hash(folder))
        .isInstanceOf(PoolException.class)
        .hasMessageContaining("cannot read " + folder + " of the server's class path");
  }

  @Test
  void whatWasLeftAloneIsReadOnce() throws Exception {
    // A real class path entry of this test, written long before it.
    Path settled = Path.of(Test.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ContentHashes first = ContentHashes.open(cache);
    String hash = first.classPath(List.of(settled));
    assertThat(first.filesRead()).isEqualTo(1);
    assertThat(first.classPath(List.of(settled))).isEqualTo(hash);
    assertThat(first.filesRead()).isEqualTo(1);

    ContentHashes second = ContentHashes.open(cache);
    assertThat(second.classPath(List.of(settled))).isEqualTo(hash);
    assertThat(second.filesRead()).isZero();
    assertThat(cache.resolveSibling(".").toFile().list()).containsExactly("hashes.json");
  }

  @Test
  void whatMayStillBeWrittenIsNotRemembered() {
    ContentHashes hashes = ContentHashes.open(cache);
    hashes.classPath(List.of(jar));
    hashes.classPath(List.of(jar));
    assertThat(hashes.filesRead()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "{\"format\":2}",
        "{\"format\":1,\"files\":7}",
        "{\"format\":1,\"files\":[7,{\"path\":\"x\"}]}"
      })
  void anUnusableCacheIsIgnoredAndReplaced(String content) throws Exception {
    Path settled = Path.of(Test.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Files.createDirectories(directory.resolve("cache"));
    Files.writeString(cache, content);
    ContentHashes hashes = ContentHashes.open(cache);
    hashes.classPath(List.of(settled));
    assertThat(Files.readString(cache)).contains(settled.toString());
  }

  @Test
  void aCacheThatCannotBeWrittenCostsTimeOnly() throws Exception {
    Path settled = Path.of(Test.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ContentHashes hashes = ContentHashes.open(jar.resolve("not/a/directory.json"));
    assertThat(hashes.classPath(List.of(settled))).isEqualTo(hash(settled));
  }

  private String hash(Path... entries) {
    return ContentHashes.open(cache).classPath(List.of(entries));
  }
}
