package io.github.sparkconnect.pool;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C05: the directory exists already, and is not what it should be. */
class C05ForeignDirectoryTest {

  @TempDir Path temp;

  private void assertRefused(Path path, String why) {
    assertThatThrownBy(() -> PoolDirectory.open(path))
        .isInstanceOf(PoolException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("owner ")
        .hasMessageContaining(why)
        .hasMessageContaining("sparkconnect.pool.dir")
        .message()
        .doesNotContain("\n");
  }

  private Path directory(String name, String mode) throws IOException {
    Path path = Files.createDirectory(temp.resolve(name));
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    return path;
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path, NOFOLLOW_LINKS));
  }

  @Test
  void onAFileSystemWithoutOwners() throws IOException {
    try (FileSystem zip =
        FileSystems.newFileSystem(temp.resolve("a.zip"), Map.of("create", "true"))) {
      Path path = zip.getPath("/pool");

      assertThatThrownBy(() -> PoolDirectory.open(path))
          .isInstanceOf(PoolException.class)
          .hasMessage(
              "Cannot use the pool directory /pool (no POSIX file system): set"
                  + " sparkconnect.pool.dir to a directory that you own.");
    }
  }

  @Test
  void ofAnotherUser() throws IOException {
    assumeTrue(CurrentUser.uid() == 0, "only root can give a directory away");
    Path path = directory("foreign", "rwx------");
    Files.setAttribute(path, "unix:uid", 54321);

    assertRefused(path, "belongs to another user");
    Files.createSymbolicLink(temp.resolve("link"), path);
    assertRefused(temp.resolve("link"), "symbolic link");
    assertThat(path).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwxrwx", "rwxrwx---", "rwx----w-"})
  void thatOthersMayWrite(String mode) throws IOException {
    Path path = directory("open", mode);

    assertRefused(path, "can be written by other users (mode " + mode + ")");
    assertThat(mode(path)).isEqualTo(mode);
  }

  @Test
  void thatIsALinkOrAFile() throws IOException {
    Path good = directory("good", "rwx------");
    Files.createSymbolicLink(temp.resolve("link"), good);
    Files.createSymbolicLink(temp.resolve("dangling"), temp.resolve("nothing"));
    Files.createFile(temp.resolve("file"));

    assertRefused(temp.resolve("link"), "is a symbolic link to " + good);
    assertRefused(temp.resolve("dangling"), "is a symbolic link");
    assertRefused(temp.resolve("file"), "is not a directory");
  }

  @Test
  void aLinkAboveItIsFollowed() throws IOException {
    Path real = directory("real", "rwxr-xr-x");
    Path link = Files.createSymbolicLink(temp.resolve("link"), real);

    assertThat(PoolDirectory.open(link.resolve("pool")).path())
        .isEqualTo(real.toRealPath().resolve("pool"));
  }

  @Test
  void whatOnlyHasANameOfOursIsLeftAlone() throws IOException {
    Path path = directory("pool", "rwx------");
    Path file = Files.createFile(path.resolve("member-0123456789ab"));
    Path folder = Files.createDirectory(path.resolve("server-0123456789ab.json"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));

    PoolDirectory.open(path);

    assertThat(mode(file)).isEqualTo("rw-r--r--");
    assertThat(mode(folder)).isEqualTo("rwxr-xr-x");
  }

  @Test
  void whatOthersMayReadIsMadePrivateAtEveryOpening() throws IOException {
    Path path = temp.resolve("pool");
    PoolFixture fixture = new PoolFixture(path);
    Uid uid = fixture.published().uid();
    Path foreign = Files.createFile(path.resolve("notes.txt"));
    List<Path> ours =
        List.of(
            path,
            fixture.directory.memberDirectory(uid),
            fixture.directory.processFile(uid),
            fixture.directory.resolve(new EntryName.Server(uid)),
            fixture.directory.resolve(new EntryName.Lock()));
    for (Path widened : ours) {
      Files.setPosixFilePermissions(widened, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    String before = mode(foreign);

    PoolDirectory.open(path);

    for (Path narrowed : ours) {
      assertThat(mode(narrowed))
          .as(narrowed.toString())
          .isEqualTo(Files.isDirectory(narrowed) ? "rwx------" : "rw-------");
    }
    assertThat(mode(foreign)).as("not ours").isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"000", "077", "022"})
  void filesArePrivateWhateverTheUmask(String umask) throws Exception {
    Path path = temp.resolve("caches").resolve("pool");
    try (ChildJvm child =
        ChildJvm.start(
            List.of("/bin/sh", "-c", "umask " + umask + "; exec \"$@\"", "sh"),
            List.of(),
            LockContender.class,
            "publish",
            path.toString())) {
      assertThat(child.line()).isEqualTo("ready");
      assertThat(child.line()).isEqualTo("published");
      assertThat(child.exit()).isZero();
    }
    try (Stream<Path> all = Files.walk(path.getParent())) {
      assertThat(all.toList())
          .hasSizeGreaterThan(10)
          .allSatisfy(
              found ->
                  assertThat(mode(found))
                      .isEqualTo(Files.isDirectory(found) ? "rwx------" : "rw-------"));
    }
  }
}
