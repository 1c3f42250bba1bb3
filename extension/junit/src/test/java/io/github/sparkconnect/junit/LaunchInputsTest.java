package io.github.sparkconnect.junit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a launch is made of, each part for itself. */
class LaunchInputsTest {

  @TempDir Path temp;

  @Nested
  class ClientVersions {

    @Test
    void theRealClientsIsFound() {
      assertThat(ClientVersion.find(getClass().getClassLoader())).hasValue("4.2.0");
    }

    @Test
    void theJarsNameIsTheNextSource() throws IOException {
      Path jar =
          jar(
              "a b%41/spark-connect-client-jvm_2.13-4.1.3.jar",
              Map.of("org/apache/spark/sql/connect/SparkSession.class", ""));

      assertThat(ClientVersion.find(only(jar))).hasValue("4.1.3");
    }

    @Test
    void theVersionFileIsTheLastSource() throws IOException {
      Path jar = jar("fat.jar", Map.of("spark-version-info.properties", "version=4.0.0\n"));

      assertThat(ClientVersion.find(only(jar))).hasValue("4.0.0");
      assertThat(ClientVersion.find(only(temp))).isEmpty();
    }
  }

  @Nested
  class OurOwnCode {

    @Test
    void isOneJarIfThatHasEverything() throws IOException {
      Path jar =
          jar(
              "a b/ü +%41#/ours.jar",
              Map.of(
                  "io/github/sparkconnect/pool/Uid.class", "",
                  "io/github/sparkconnect/member/SparkConnectMemberMain.class", ""));

      assertThat(OwnCode.find(only(jar))).containsExactly(jar);
    }

    @Test
    void isTheFoldersOfAReactor() throws IOException {
      Path pool = temp.resolve("a b/ü +%41#/pool");
      Path member = temp.resolve("a b/ü +%41#/member");
      file(pool.resolve("io/github/sparkconnect/pool/Uid.class"));
      file(member.resolve("io/github/sparkconnect/member/SparkConnectMemberMain.class"));

      assertThat(OwnCode.find(only(pool, member))).containsExactly(member, pool);
    }

    @Test
    void mustBeThere() {
      assertThatThrownBy(() -> OwnCode.find(only(temp)))
          .isInstanceOf(SparkConnectException.class)
          .hasMessageContaining("Depend on io.github.sparkconnect:spark-connect-junit");
    }
  }

  @Nested
  class JavaHomes {

    @Test
    void thisJvmsIsTheDefault() {
      JavaHome java = JavaHome.of(Optional.empty(), System.getProperties());

      assertThat(java.version()).isEqualTo(System.getProperty("java.runtime.version"));
      assertThat(java.feature()).isEqualTo(Runtime.version().feature());
    }

    @Test
    void aLinkIsTheSameInstallation() throws IOException {
      Path link =
          Files.createSymbolicLink(temp.resolve("link"), Path.of(System.getProperty("java.home")));

      assertThat(JavaHome.of(Optional.of(link), System.getProperties()))
          .isEqualTo(JavaHome.of(Optional.empty(), System.getProperties()));
    }

    @Test
    void oneThatIsNone() {
      assertThatThrownBy(() -> JavaHome.of(Optional.of(temp), System.getProperties()))
          .isInstanceOf(SparkConnectException.class)
          .hasMessageContaining(temp.resolve("bin/java") + " is no program")
          .hasMessageContaining("sparkconnect.server.javaHome");
    }

    @Test
    void oneThatIsTooOld() throws IOException {
      file(temp.resolve("bin/java"));
      assertThat(temp.resolve("bin/java").toFile().setExecutable(true)).isTrue();
      Files.writeString(temp.resolve("release"), "JAVA_VERSION=\"1.8.0_422\"\n");

      assertThatThrownBy(() -> JavaHome.of(Optional.of(temp), System.getProperties()))
          .hasMessageContaining("Servers need Java 17 or newer, but")
          .hasMessageContaining("is Java 1.8.0_422");
    }

    @ParameterizedTest
    @CsvSource({"17.0.15+6, 17", "25, 25", "1.8.0_422, 8", "21-ea, 21", "unknown, 17"})
    void features(String version, int feature) {
      assertThat(new JavaHome(temp, version).feature()).isEqualTo(feature);
    }
  }

  @Nested
  class MavenCommandLines {

    @Test
    void areReadFromTheEnvironment() throws IOException {
      Path settings = file(temp.resolve("a b.xml"));
      Path global = file(temp.resolve("global.xml"));

      MavenInvocation maven =
          MavenInvocation.of(
              Map.of(
                  "MAVEN_CMD_LINE_ARGS",
                  " -B -o -s " + settings + " --global-settings=" + global + " clean verify",
                  "MAVEN_HOME",
                  temp.toString()));

      assertThat(maven)
          .isEqualTo(
              new MavenInvocation(
                  true, Optional.of(settings), Optional.of(global), Optional.of(temp)));
    }

    @Test
    void whatIsNotThereIsNotUsed() {
      MavenInvocation maven =
          MavenInvocation.of(
              Map.of("MAVEN_CMD_LINE_ARGS", "-s /missing.xml -Dx=-o", "MAVEN_HOME", "/missing"));

      assertThat(maven.offline()).isFalse();
      assertThat(maven.settings()).isEmpty();
    }
  }

  @Nested
  class InitScripts {

    @Test
    void comeFromFilesAndTheClassPath() throws IOException {
      Files.writeString(temp.resolve("tables.sql"), "SELECT 'ü'");
      Path jar = jar("scripts.jar", Map.of("db/views.sql", "SELECT 2"));

      List<InitScript> scripts =
          InitScript.readAll(List.of("tables.sql", "classpath:db/views.sql"), temp, only(jar));

      assertThat(scripts)
          .containsExactly(
              new InitScript("tables.sql", "SELECT 'ü'"),
              new InitScript("classpath:db/views.sql", "SELECT 2"));
      assertThat(scripts.get(1).fileName(2)).isEqualTo("2-views.sql");
    }

    @Test
    void aMissingOneIsNamed() {
      assertThatThrownBy(() -> InitScript.read("no.sql", temp, getClass().getClassLoader()))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("'no.sql'")
          .hasMessageContaining("relative to " + temp);
      assertThatThrownBy(
              () -> InitScript.read("classpath:no.sql", temp, getClass().getClassLoader()))
          .hasMessageContaining("no such resource on the class path");
    }
  }

  @Nested
  class Commands {

    private final JavaHome java = new JavaHome(Path.of("/java"), "17.0.1");

    @Test
    void theUsersOptionsComeAfterOurs() {
      List<String> arguments =
          LaunchCommand.fileArguments(
              java, List.of("-Duser.language=xx"), Region.current(), temp, List.of(temp));

      assertThat(arguments.indexOf("-Duser.language=xx"))
          .isGreaterThan(
              arguments.indexOf("-Duser.language=" + Region.current().locale().getLanguage()));
      assertThat(arguments).endsWith("-classpath", temp.toString());
    }

    @Test
    void aPathWithTheSeparatorIsAnError() {
      assertThatThrownBy(
              () ->
                  LaunchCommand.fileArguments(
                      java, List.of(), Region.current(), temp, List.of(temp.resolve("a:b"))))
          .isInstanceOf(SparkConnectException.class)
          .hasMessageContaining("a:b in it, because ':' separates its entries");
    }
  }

  @Nested
  class FingerprintsOfLaunches {

    @Test
    void optionLinesCountWithoutTheirAgents() {
      Map<String, String> trust = scrubbed("-javaagent:/a.jar=1 -Djavax.net.ssl.trustStore=/t");

      assertThat(of(trust))
          .isEqualTo(of(scrubbed("-Djavax.net.ssl.trustStore=/t")))
          .isNotEqualTo(of(Map.of()));
      assertThat(of(scrubbed("-javaagent:/b.jar"))).isEqualTo(of(Map.of()));
    }

    private Map<String, String> scrubbed(String line) {
      Map<String, String> environment = new TreeMap<>(Map.of("JAVA_TOOL_OPTIONS", line));
      LaunchEnvironment.scrub(environment);
      return environment;
    }

    private String of(Map<String, String> environment) {
      return FingerprintInputs.of(
              new ServerSpec("local", new TreeMap<>(), List.of(), List.of(), List.of()),
              List.of(),
              "4.2.0",
              "hash",
              new JavaHome(temp, "17"),
              temp,
              List.of(),
              Region.current(),
              environment)
          .sha256();
    }
  }

  @Test
  void configurationFoldersAreOnTheClassPath() {
    assertThat(
            ConfigurationFolders.of(
                Map.of("SPARK_CONF_DIR", temp.toString(), "HADOOP_CONF_DIR", "/missing")))
        .containsExactly(temp);
  }

  @Test
  void aUserWithoutAHomeHasSettingsInTheCache() {
    Properties properties = new Properties();
    properties.setProperty("user.home", "?");
    MavenEnvironment maven =
        MavenEnvironment.of(
            Settings.of(key -> Optional.empty(), properties, Map.of()),
            properties,
            Map.of("HOME", "/"),
            temp);

    assertThat(maven.userHome()).isEqualTo(temp.resolve("m2"));
  }

  private Path jar(String name, Map<String, String> entries) throws IOException {
    Path jar = temp.resolve(name);
    Files.createDirectories(jar.resolveSibling("."));
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue().getBytes(UTF_8));
      }
    }
    return jar;
  }

  private static Path file(Path file) throws IOException {
    Files.createDirectories(file.resolveSibling("."));
    return Files.createFile(file);
  }

  /** A class path of these alone. */
  private static ClassLoader only(Path... paths) {
    URL[] urls = new URL[paths.length];
    for (int i = 0; i < paths.length; i++) {
      try {
        urls[i] = paths[i].toUri().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalArgumentException(e);
      }
    }
    return new URLClassLoader(urls, null);
  }
}
