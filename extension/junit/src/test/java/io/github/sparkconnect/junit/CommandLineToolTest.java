package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command line, as a process: on no pool, a broken one, and one with a real server. */
@Timeout(300)
class CommandLineToolTest {

  @TempDir Path temp;

  /** How a command ended, and what it said. */
  private record Result(int status, String out, String err) {}

  private Path pool() {
    return temp.resolve("pool");
  }

  private Result run(String... arguments) throws Exception {
    return runWith(List.of(), arguments);
  }

  private Result runWith(List<String> options, String... arguments) throws Exception {
    return runOn(System.getProperty("java.class.path"), options, arguments);
  }

  private Result runOn(String classPath, List<String> options, String... arguments)
      throws Exception {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:TieredStopAtLevel=1", "-Dsparkconnect.pool.dir=" + pool()));
    line.addAll(options);
    line.addAll(List.of("-cp", classPath, Main.class.getName()));
    line.addAll(List.of(arguments));
    Path out = temp.resolve("out.txt");
    Path err = temp.resolve("err.txt");
    Process process =
        new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
    return new Result(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  @AfterEach
  void awaitTheEnd() {
    PoolProcesses.awaitEnd(temp);
  }

  @Test
  void withoutAPoolThereIsNothingAndNothingIsMade() throws Exception {
    assertThat(run("status")).isEqualTo(new Result(0, "No server in " + pool() + "\n", ""));
    assertThat(run("status", "--json").out()).contains("\"servers\" : [ ]");
    assertThat(run("stop", "--all").status()).isZero();
    assertThat(run("stop", "0123456789ab").status()).isEqualTo(1);
    assertThat(run("logs", "0123456789ab"))
        .isEqualTo(new Result(1, "", "There is no pool in " + pool() + "\n"));
    assertThat(pool()).doesNotExist();
  }

  @Test
  void aWrongCallIsExplained() throws Exception {
    Result none = run();
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err()).contains("Which command?", "status", "stop", "logs", "warm", "doctor");

    assertThat(run("stop").err()).contains("Name the servers to stop, or --all, and not both.");
    assertThat(run("stop", "--all", "0123456789ab").status()).isEqualTo(2);
    assertThat(run("warm", "--count", "0").err()).contains("--count must be from 1 to ");
    assertThat(run("logs", "../../etc/passwd").err()).contains("Expected the name of a server");
  }

  @Test
  void aBrokenPoolIsShownAndCleared() throws Exception {
    Files.createDirectories(
        pool(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.writeString(pool().resolve("server-0123456789ab.json"), "{\"format\":1,\"pid\":");
    Files.write(pool().resolve("claimed-1-abcdefabcdef.json"), new byte[] {0, 1, 2});
    Files.createDirectory(pool().resolve("server-aaaaaaaaaaaa.json"));

    Result status = run("status");

    assertThat(status.status()).isZero();
    assertThat(status.out())
        .contains("0123456789ab  broken", "abcdefabcdef  broken")
        .contains("problem: server-0123456789ab.json is malformed: ");
    assertThat(run("stop", "--all").out())
        .contains("0123456789ab has ended", "abcdefabcdef has ended");
    assertThat(pool()).isDirectoryNotContaining("glob:**/{claimed,retired}-*");
  }

  @Test
  void aPoolThatIsNotPrivateIsRefusedInOneLine() throws Exception {
    Path real = Files.createDirectory(temp.resolve("real"));
    Files.createSymbolicLink(pool(), real);

    for (String command : List.of("status", "doctor", "warm")) {
      Result result = run(command);
      assertThat(result.status()).as(command).isEqualTo(1);
      assertThat(result.out() + result.err())
          .as(command)
          .contains(pool().toString())
          .contains("sparkconnect.pool.dir")
          .doesNotContain("\tat ");
    }
  }

  @Test
  void theDoctorNamesWhatIsWrong() throws Exception {
    Result result = runWith(List.of("-Dsparkconnect.pool.idleTimeout=soon"), "doctor");

    assertThat(result.status()).isEqualTo(1);
    assertThat(result.out())
        .contains("ok    system")
        .contains("FAIL  settings")
        .contains("sparkconnect.pool.idleTimeout has the value 'soon'")
        .contains("Correct or remove that setting.");
  }

  @Test
  void aRealServerFromItsStartToItsEnd() throws Exception {
    Result warm = runOn(classPathWithoutJUnit(), List.of(), "warm");
    assertThat(warm.status()).as(warm.toString()).isZero();
    assertThat(warm.err()).containsOnlyOnce("warm: this server lacks JUnit's API");
    String uid = warm.out().substring(0, 12);
    assertThat(warm.out()).isEqualTo(uid + " is ready, Spark 4.2.0\n");

    Result doctor = run("doctor");
    assertThat(doctor.status()).as(doctor.toString()).isZero();
    assertThat(doctor.err()).doesNotContain("JUnit");
    assertThat(doctor.out())
        .contains("ok    server           " + uid)
        .contains("ok    query and reset  both answered")
        .endsWith("Everything works.\n");

    JsonNode status = new ObjectMapper().readTree(run("status", "--json").out());
    assertThat(status.get("servers")).hasSize(1);
    JsonNode server = status.get("servers").get(0);
    assertThat(server.get("uid").asText()).isEqualTo(uid);
    assertThat(server.get("state").asText()).isEqualTo("idle");
    assertThat(server.get("uses").asInt()).isEqualTo(2);
    assertThat(server.get("fitsHere").asBoolean()).isTrue();
    assertThat(ProcessHandle.of(server.get("pid").asLong())).isPresent();

    Result table = run("status");
    String token = token(uid);
    assertThat(table.out()).contains(uid + "  idle   " + server.get("pid").asLong());
    assertThat(status + table.out() + doctor).doesNotContain(token);
    assertThat(run("logs", uid).out()).contains("is ready after").doesNotContain(token);

    Result stop = run("stop", uid);
    assertThat(stop).isEqualTo(new Result(0, uid + " has ended\n", ""));
    assertThat(run("status").out()).isEqualTo("No server in " + pool() + "\n");
  }

  private static String classPathWithoutJUnit() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !entry.matches(".*/(junit-|opentest4j)[^/]*\\.jar"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private String token(String uid) throws IOException {
    return new ObjectMapper()
        .readTree(Files.readString(pool().resolve("server-" + uid + ".json")))
        .get("token")
        .asText();
  }
}
