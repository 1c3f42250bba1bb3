package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.sparkconnect.pool.Uid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a terminal does to everything that was started from it, done to a real process group. */
@Timeout(60)
class DetachedStartTest {

  @TempDir Path temp;
  private final List<ProcessHandle> started = new ArrayList<>();
  private final Uid uid = Uid.random();
  private Path arguments;

  @BeforeEach
  void prepare() throws IOException {
    assumeThat(Path.of("/usr/bin/setsid")).as("makes a process group of its own").exists();
    Files.createDirectories(temp.resolve("member-" + uid));
    arguments =
        Files.writeString(
            temp.resolve("java.args"),
            ArgumentFile.text(
                List.of("-cp", StandInMember.compile(temp.resolve("code")).toString())));
  }

  @AfterEach
  void endWhatWasStarted() {
    started.forEach(ProcessHandle::destroyForcibly);
    PoolProcesses.awaitEnd(temp);
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "HUP", "TSTP"})
  void aServerIsSpared(String signal) throws Exception {
    Process server = startInGroup(LaunchCommand.of(java(), arguments, temp, uid));

    signalGroup(server, signal);
    // Had it an effect, a second one to a process that is just ending would change nothing.
    signalGroup(server, signal);

    assertThat(server.waitFor(500, TimeUnit.MILLISECONDS)).as("ended").isFalse();
    assertThat(state(server)).as("stopped or dead").isIn('S', 'R');
    server.destroy();
    assertThat(server.waitFor(10, TimeUnit.SECONDS)).as("TERM ends it").isTrue();
  }

  @Test
  void aProcessThatIsNotDetachedIsNotSpared() throws Exception {
    assumeThat(ignoresInterrupts()).as("this JVM was started to ignore INT").isFalse();
    List<String> whole = LaunchCommand.of(java(), arguments, temp, uid);
    Process plain = startInGroup(whole.subList(4, whole.size()));

    signalGroup(plain, "INT");

    Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !plain.isAlive());
  }

  /** A shell makes what it starts in the background ignore INT, and children inherit that. */
  private static boolean ignoresInterrupts() throws IOException {
    String ignored =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .findFirst()
            .orElseThrow();
    long mask = Long.parseUnsignedLong(ignored.substring("SigIgn:".length()).strip(), 16);
    return (mask & 0b10) != 0;
  }

  private Process startInGroup(List<String> command) throws IOException {
    List<String> inGroup = new ArrayList<>(List.of("/usr/bin/setsid"));
    inGroup.addAll(command);
    Process process =
        new ProcessBuilder(inGroup)
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("output").toFile())
            .start();
    started.add(process.toHandle());
    StandInMember.report(temp.resolve("member-" + uid));
    return process;
  }

  private static void signalGroup(Process leader, String signal) throws Exception {
    Process kill =
        new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " -" + leader.pid()).start();
    assertThat(kill.waitFor()).isZero();
  }

  private static char state(Process process) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    return stat.charAt(stat.lastIndexOf(')') + 2);
  }

  private static JavaHome java() {
    return JavaHome.of(Optional.empty(), System.getProperties());
  }
}
