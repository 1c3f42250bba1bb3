package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class LaunchEnvironmentTest {

  @TempDir Path temp;

  @Test
  void aRealChildSeesNothingThatWouldMisleadIt() throws Exception {
    String seen =
        childOf(
            environment -> {
              for (String name :
                  List.of(
                      "SPARK_REMOTE",
                      "SPARK_LOCAL_REMOTE",
                      "SPARK_CONNECT_MODE",
                      "SPARK_CONNECT_MODE_ENABLED",
                      "SPARK_API_MODE",
                      "CLASSPATH",
                      "SPARK_LOCAL_DIRS",
                      "CONTAINER_ID",
                      "LOCAL_DIRS",
                      "SPARK_EXECUTOR_DIRS")) {
                environment.put(name, "misleading");
              }
              environment.put("SPARK_CONF_DIR", "/kept/conf");
              environment.put("PYSPARK_PYTHON", "/kept/python");
              environment.put("OTHER", "kept");
            },
            "/usr/bin/env");

    assertThat(seen)
        .doesNotContain("misleading")
        .contains("SPARK_CONF_DIR=/kept/conf", "PYSPARK_PYTHON=/kept/python", "OTHER=kept");
  }

  @Test
  void agentsAreKeptOutAndTrustStoresKept() throws Exception {
    String agent = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=localhost:0";
    String seen =
        childOf(
            environment -> {
              environment.put(
                  "JAVA_TOOL_OPTIONS", agent + " '-Djavax.net.ssl.trustStore=/a b/trust.jks'");
              environment.put("JDK_JAVA_OPTIONS", "-javaagent:/missing.jar=x -Done=1");
              environment.put("_JAVA_OPTIONS", "-Dtwo=2 -agentpath:/missing.so");
            },
            javaProgram(),
            "-XshowSettings:properties",
            "-version");

    assertThat(seen)
        .doesNotContain("Listening for transport", "missing")
        .contains("javax.net.ssl.trustStore = /a b/trust.jks", "one = 1", "two = 2");
  }

  @Test
  void aVariableWithNothingButAgentsIsRemoved() {
    Map<String, String> environment = new HashMap<>();
    environment.put("JAVA_TOOL_OPTIONS", "-javaagent:/a.jar");

    LaunchEnvironment.scrub(environment);

    assertThat(environment).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "-Da=1, -Da=1",
        "-javaagent:/x/jacoco.jar=destfile=t/j.exec, ``",
        "'-javaagent:/a b/jacoco.jar' -Xmx1g, -Xmx1g",
        "-javaagent:\"/a b/c.jar\"=x -Da=\"b c\", -Da=\"b c\"",
        "-Xdebug -Xrunjdwp:transport=dt_socket -Xnoagent -Xss1m, -Xss1m",
        "-agentpath:/x.so=y   -Da=-javaagent:z, -Da=-javaagent:z",
        "-Da='unclosed -javaagent:x, -Da='unclosed",
      })
  void agentsAreRecognised(String line, String kept) {
    assertThat(JavaOptions.withoutAgents(line)).isEqualTo(kept);
  }

  @Test
  void aLocaleWithoutEncodingIsReplaced() {
    Map<String, String> environment = new HashMap<>(Map.of("LC_ALL", "C"));
    Properties properties = new Properties();
    properties.setProperty("sun.jnu.encoding", "ANSI_X3.4-1968");

    FileNameEncoding.of(properties).applyTo(environment, properties);

    assertThat(environment).containsEntry("LC_ALL", "C.UTF-8");
    assertThat(FileNameEncoding.of(properties).charset()).hasToString("UTF-8");
  }

  @Test
  void aServersEncodingIsTheTestsButNotAscii() {
    Region ascii = new Region(TimeZone.getDefault(), Locale.US, StandardCharsets.US_ASCII);
    Region latin = new Region(TimeZone.getDefault(), Locale.US, StandardCharsets.ISO_8859_1);

    assertThat(ascii.ofServer().encoding()).isEqualTo(StandardCharsets.UTF_8);
    assertThat(latin.ofServer()).isEqualTo(latin);
  }

  @Test
  void anotherEncodingIsKept() {
    Map<String, String> environment = new HashMap<>(Map.of("LC_ALL", "de_DE.ISO-8859-1"));
    Properties properties = new Properties();
    properties.setProperty("sun.jnu.encoding", "ISO-8859-1");

    FileNameEncoding.of(properties).applyTo(environment, properties);

    assertThat(environment).containsEntry("LC_ALL", "de_DE.ISO-8859-1");
    assertThat(FileNameEncoding.of(properties).charset()).hasToString("ISO-8859-1");
  }

  static String javaProgram() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private String childOf(Consumer<Map<String, String>> change, String... command)
      throws IOException, InterruptedException {
    Path output = temp.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    change.accept(builder.environment());
    LaunchEnvironment.scrub(builder.environment());
    Process process = builder.start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return Files.readString(output);
  }
}
