package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C06: homes that are none. */
class C06HomelessTest {

  @TempDir Path temp;

  private Path location(String home, Map<String, String> environment, String system) {
    Properties properties = new Properties();
    properties.setProperty("user.home", home);
    properties.setProperty("user.name", "jane doe/..");
    properties.setProperty("os.name", system);
    properties.setProperty("java.io.tmpdir", temp.resolve("tmp").toString());
    return PoolDirectory.defaultLocation(environment, properties);
  }

  private Path fallback() {
    return temp.resolve("tmp/spark-connect-junit-jane_doe_..-pool-1");
  }

  @Test
  void aGoodHomeIsUsed() {
    String home = temp.toString();
    Path cache = Path.of("spark-connect-junit", "pool-1");

    assertThat(location(home, Map.of(), "Linux")).isEqualTo(temp.resolve(".cache").resolve(cache));
    assertThat(location(home, Map.of(), "Mac OS X"))
        .isEqualTo(temp.resolve("Library/Caches").resolve(cache));
    assertThat(location(home, Map.of("XDG_CACHE_HOME", temp.resolve("xdg").toString()), "Linux"))
        .isEqualTo(temp.resolve("xdg").resolve(cache));
    assertThat(location(home, Map.of("XDG_CACHE_HOME", "relative"), "Linux"))
        .isEqualTo(temp.resolve(".cache").resolve(cache));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"?", "", " ", "/", "relative/home", "/nonexistent/home", "/dev/null", "\0"})
  void otherwiseItIsAFolderOfTheUserInTemp(String home) {
    assertThat(location(home, Map.of(), "Linux")).isEqualTo(fallback());
    assertThat(temp.resolve("tmp")).as("asking creates nothing").doesNotExist();
    assertThat(Path.of("?")).doesNotExist();
  }

  @Test
  void aVeryLongHomeIsNotUsed() throws IOException {
    Path home = temp;
    while (home.toString().length() < 900) {
      home = Files.createDirectory(home.resolve("x".repeat(100)));
    }
    assertThat(location(home.toString(), Map.of(), "Linux")).isEqualTo(fallback());
    assertThat(location("/" + "x".repeat(5000), Map.of(), "Linux")).isEqualTo(fallback());
    PoolDirectory.open(fallback());
  }

  @Test
  void aReadOnlyHomeIsNotUsed() throws IOException {
    assumeFalse(CurrentUser.uid() == 0, "root can write anywhere");
    Path home = Files.createDirectory(temp.resolve("home"));
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("r-xr-xr-x"));

    assertThat(location(home.toString(), Map.of(), "Linux")).isEqualTo(fallback());
  }

  @Test
  void aCacheThatIsAFileIsNotUsed() throws IOException {
    Files.createFile(temp.resolve(".cache"));

    assertThat(location(temp.toString(), Map.of(), "Linux")).isEqualTo(fallback());
  }

  @Test
  void anExplicitDirectoryNeverTouchesHome() throws Exception {
    Path home = Files.createDirectory(temp.resolve("home"));
    for (String userHome : List.of("?", home.toString())) {
      Path pool = temp.resolve("pool" + userHome.length());
      try (ChildJvm child =
          ChildJvm.start(
              List.of("/bin/sh", "-c", "cd \"$0\"; exec \"$@\"", home.toString()),
              List.of("-Duser.home=" + userHome),
              LockContender.class,
              "publish",
              pool.toString())) {
        assertThat(child.line()).isEqualTo("ready");
        assertThat(child.line()).isEqualTo("published");
      }
      assertThat(pool).isDirectory();
      assertThat(home).isEmptyDirectory();
    }
  }
}
