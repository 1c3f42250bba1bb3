package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.io.TempDir;

/** What is said in places where users hardly come. */
class GuardsTest {

  @TempDir private Path temp;

  @Test
  void aClientOfAnUnknownVersionIsNamed() throws Exception {
    assertThatThrownBy(() -> SparkClientCompat.make(Integer.class.getConstructor(int.class), "x"))
        .isInstanceOf(SparkConnectException.class)
        .hasMessage(
            "This Spark client's RetryPolicy has a constructor that is not known: public"
                + " java.lang.Integer(int). Known are the clients 4.0.0 to 4.2.0.");
  }

  @Test
  void codeThatIsInNoFileIsNamed() {
    ClassLoader elsewhere =
        new ClassLoader() {
          @Override
          public URL getResource(String name) {
            try {
              return URI.create("http://localhost/" + name).toURL();
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
          }
        };

    assertThatThrownBy(() -> OwnCode.find(elsewhere))
        .isInstanceOf(SparkConnectException.class)
        .hasMessage(
            "Servers need io.github.sparkconnect.member.SparkConnectMemberMain from a jar or folder,"
                + " but it is at"
                + " http://localhost/io/github/sparkconnect/member/SparkConnectMemberMain.class");
  }

  void parameter(SparkSession spark) {}

  @Test
  void aParameterOutsideOfAnAnnotatedClassIsRefused() throws Exception {
    ParameterContext parameter = mock(ParameterContext.class);
    when(parameter.getParameter())
        .thenReturn(
            GuardsTest.class.getDeclaredMethod("parameter", SparkSession.class).getParameters()[0]);

    assertThatThrownBy(
            () ->
                new SparkConnectServerExtension()
                    .resolveParameter(parameter, mock(ExtensionContext.class)))
        .isInstanceOf(ParameterResolutionException.class)
        .hasMessageStartingWith(
            "Expected a parameter of type SparkSession or SparkConnectMember in a class with"
                + " @SparkConnectServer, but was: org.apache.spark.sql.SparkSession");
  }

  @Test
  void whoResolvesTheSameClassPathIsWaitedForAndNotForEver() throws Exception {
    ClassPathCache cache = new ClassPathCache(temp, Duration.ofMillis(200));
    Path jar = Files.createFile(temp.resolve("a.jar"));

    try (FileChannel other = lockOf("key");
        Warnings said = Warnings.andInformationOf(ClassPathCache.class)) {
      assertThat(cache.get("key", () -> List.of(jar))).containsExactly(jar);
      assertThat(said.messages())
          .extracting(message -> message.replaceFirst("^[^ ]* ", ""))
          .containsExactly(
              "Waiting for another test JVM that resolves the server's class path",
              "Another process resolves the server's class path since PT0.2S");
      assertThat(other.isOpen()).isTrue();
    }
  }

  @Test
  void whoWaitsForAClassPathCanBeInterrupted() throws Exception {
    ClassPathCache cache = new ClassPathCache(temp, Duration.ofMinutes(1));

    try (FileChannel other = lockOf("key")) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> cache.get("key", List::of))
          .isInstanceOf(SparkConnectException.class)
          .hasMessage("Interrupted while another JVM resolves the class path");
      assertThat(Thread.interrupted()).isTrue();
      assertThat(other.isOpen()).isTrue();
    }
  }

  private FileChannel lockOf(String key) throws IOException {
    FileChannel channel =
        FileChannel.open(
            temp.resolve("classpath-" + key + ".lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    channel.lock();
    return channel;
  }

  /** As in a runtime image that was made without it. */
  @Test
  void aJvmWithoutWhatTheClientNeedsIsToldTheOptions() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--limit-modules",
                "java.se",
                "-cp",
                System.getProperty("java.class.path"),
                ArrowMain.class.getName())
            .redirectErrorStream(true)
            .start();

    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("This JVM (Java " + Runtime.version() + ") does not let Spark's client read")
        .contains("query results (java.lang.ClassNotFoundException: sun.misc.Unsafe). Add")
        .contains("--add-opens=java.base/java.nio=ALL-UNNAMED")
        .contains("to the options of the test JVM: <argLine> of Surefire or Failsafe, jvmArgs of");
  }

  @Test
  void aClientThatFailsByItselfIsNoServersFault() {
    Throwable failure = SparkConnectException.ofClient(new NoSuchMethodError("'int a.B.c()'"));

    assertThat(failure)
        .hasMessage(
            "Spark's client does not work in this JVM: java.lang.NoSuchMethodError: 'int a.B.c()'."
                + " Most often a library, such as Jackson, is on the test's class path in another"
                + " version than the client needs: see 'mvn dependency:tree' or 'gradle"
                + " dependencies'.")
        .hasCauseInstanceOf(NoSuchMethodError.class);
  }

  @Test
  void anAnswerThatNobodyUnderstandsIsNamed() {
    assertThatThrownBy(() -> ControlAnswer.parse("?"))
        .hasMessage("The member's answer is not JSON: ?");
    assertThatThrownBy(() -> ControlAnswer.parse("{}"))
        .hasMessage("The member's answer is not of format 1: {}");
  }
}
