package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.sparkconnect.pool.Fingerprint;
import io.github.sparkconnect.pool.LaunchSpec;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolException;
import io.github.sparkconnect.pool.ProcessIdentity;
import io.github.sparkconnect.pool.Standing;
import io.github.sparkconnect.pool.SystemProcesses;
import io.github.sparkconnect.pool.Uid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MemberStarterTest {

  /** Everything that a shell, a URL decoder, a glob or an argument file could trip over. */
  private static final String ODD = "a b/ü 文件夹/%41+#'q'$x\\y{z}";

  private static final JavaHome JAVA = JavaHome.of(Optional.empty(), System.getProperties());

  @TempDir Path temp;
  private final SystemProcesses processes = new SystemProcesses();
  private final List<Uid> uids = new ArrayList<>();
  private final List<ProcessHandle> started = new ArrayList<>();
  private Path work;
  private Path code;
  private Pool pool;

  @BeforeEach
  void open() throws IOException {
    work = Files.createDirectories(temp.resolve(ODD));
    code = StandInMember.compile(work.resolve("classes of ours"));
    pool = PoolLocation.open(work.resolve("pool"), processes, Duration.ofSeconds(5));
  }

  @AfterEach
  void endWhatWasStarted() {
    started.forEach(ProcessHandle::destroyForcibly);
    // Else the watch writes a failure into a folder that is just being deleted.
    Awaitility.await()
        .until(
            () -> uids.stream().noneMatch(uid -> pool.standing(uid) instanceof Standing.Pending));
    PoolProcesses.awaitEnd(temp);
    // When this has had the lock, the watch has given it up.
    pool.repair();
  }

  @Test
  void theProcessGetsWhatItNeedsUnderOddPaths() throws IOException {
    List<String> odd =
        List.of(
            "-Dquotes=\"double\" 'single' `back`",
            "-Dbackslashes=\\ \\\\ \\n c:\\temp\\",
            "-Dcomment=# not a comment",
            "-Dat=@file *",
            "-Dlines=one\ntwo\tthree\rfour\ffive",
            "-Dempty=",
            "-Dunicode=ü 文件夹");
    Region region =
        new Region(
            TimeZone.getTimeZone("Asia/Kathmandu"),
            Locale.forLanguageTag("th-TH-u-ca-buddhist-nu-thai"),
            StandardCharsets.ISO_8859_1);
    Uid uid = announce();

    ProcessIdentity identity = launch(uid, blueprint(odd, region, Duration.ofMinutes(1)));

    Path directory = pool.directory().memberDirectory(uid);
    Map<String, String> report = StandInMember.report(directory);
    assertThat(report)
        .containsEntry("argument.0", pool.directory().path().toString())
        .containsEntry("argument.1", uid.value())
        .containsEntry("property.quotes", "\"double\" 'single' `back`")
        .containsEntry("property.backslashes", "\\ \\\\ \\n c:\\temp\\")
        .containsEntry("property.comment", "# not a comment")
        .containsEntry("property.at", "@file *")
        .containsEntry("property.lines", "one\ntwo\tthree\rfour\ffive")
        .containsEntry("property.empty", "")
        .containsEntry("property.unicode", "ü 文件夹")
        .containsEntry("property.java.class.path", code.toString())
        .containsEntry("property.java.io.tmpdir", directory.resolve("tmp").toString())
        .containsEntry("zone", "Asia/Kathmandu")
        .containsEntry("locale", "th-TH-u-ca-buddhist-nu-thai")
        .containsEntry("charset", "ISO-8859-1")
        .containsEntry("directory", work.toString())
        .containsEntry("environment.SPARK_LOCAL_HOSTNAME", "localhost");
    assertThat(Path.of(String.valueOf(report.get("temp")))).hasParent(directory.resolve("tmp"));
    assertThat(Long.parseLong(report.get("maxHeap"))).isBetween(900L << 20, 1L << 30);

    String token = report.get("environment." + LaunchEnvironment.TOKEN);
    assertThat(token).matches("[0-9a-f]{64}");
    assertThat(StandInMember.commandLine(identity.pid()))
        .containsExactly(
            JAVA.executable().toString(),
            "@" + directory.resolve("java.args"),
            OwnCode.MEMBER_MAIN,
            pool.directory().path().toString(),
            uid.value());
    assertThat(processes.isMember(identity, uid)).isTrue();
    for (String file : List.of("java.args", "launch.json", "stdout.log", "init/1-tables_1.sql")) {
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(file))))
          .as(file)
          .isEqualTo("rw-------");
      assertThat(directory.resolve(file)).content().doesNotContain(token);
    }
    assertThat(Files.readString(directory.resolve("stdout.log"))).contains("standing in");
    assertThat(work).isDirectoryNotContaining(f -> !f.equals(code) && !f.endsWith("pool"));
  }

  @Test
  void theSpecificationIsWhatWasAskedFor() throws IOException {
    Uid uid = announce();

    launch(uid, blueprint(List.of(), Region.current(), Duration.ofMinutes(1)));

    LaunchSpec spec = LaunchSpec.read(pool.directory().launchSpec(uid));
    assertThat(spec.uid()).isEqualTo(uid);
    assertThat(spec.fingerprint()).isEqualTo(fingerprint());
    assertThat(spec.sparkVersion()).isEqualTo("4.2.0");
    assertThat(spec.master()).isEqualTo("local[2]");
    assertThat(spec.conf()).isEqualTo(Map.of("spark.x", "1"));
    assertThat(spec.idleTimeout()).isEqualTo(Duration.ofMinutes(30));
    assertThat(spec.init()).hasSize(1);
    assertThat(spec.init().get(0)).hasFileName("1-tables_1.sql").content().isEqualTo("SELECT 1");
  }

  @Test
  void twoServersHaveTwoTokens() throws IOException {
    Uid one = announce();
    Uid other = announce();
    launch(one, blueprint(List.of(), Region.current(), Duration.ofMinutes(1)));
    launch(other, blueprint(List.of(), Region.current(), Duration.ofMinutes(1)));

    String token = "environment." + LaunchEnvironment.TOKEN;
    assertThat(StandInMember.report(pool.directory().memberDirectory(one)).get(token))
        .isNotEqualTo(StandInMember.report(pool.directory().memberDirectory(other)).get(token));
  }

  @Test
  void anotherJavaIsUsed() throws IOException {
    Path home = Path.of("/usr/lib/jvm/temurin-25-jdk-amd64");
    assumeThat(home).as("a newer Java").exists();
    JavaHome java = JavaHome.of(Optional.of(home), System.getProperties());
    Uid uid = announce();

    launch(uid, blueprint(java, List.of(), Region.current(), Duration.ofMinutes(1)));

    Path directory = pool.directory().memberDirectory(uid);
    assertThat(StandInMember.report(directory))
        .containsEntry("property.java.home", home.toString())
        .containsEntry("property.java.runtime.version", java.version());
    assertThat(Files.readString(directory.resolve("stdout.log")))
        .as("no warning about options")
        .isEqualTo("standing in\n");
  }

  @Test
  void aJvmThatDoesNotStartIsToldAtOnce() {
    Uid uid = announce();

    launchOrFail(
        uid, blueprint(List.of("-XX:NoSuchOption=1"), Region.current(), Duration.ofMinutes(1)));

    assertThat(failure(uid))
        .contains("ended with exit status 1: Unrecognized VM option 'NoSuchOption=1'")
        .contains("(what may help: correct sparkconnect.jvmArgs)")
        .contains("Could not create the Java Virtual Machine");
  }

  @Test
  void aHeapThatTheMachineDoesNotHaveIsToldAtOnce() {
    Uid uid = announce();

    launchOrFail(
        uid,
        blueprint(
            List.of("-XX:+UseSerialGC", "-Xms60t", "-Xmx60t"),
            Region.current(),
            Duration.ofMinutes(1)));

    assertThat(failure(uid))
        .contains("exit status 1: There is insufficient memory for the Java Runtime Environment")
        .contains("(what may help: give servers a smaller heap in sparkconnect.jvmArgs or allow");
  }

  @Test
  void aKilledProcessIsToldAtOnce() throws IOException {
    Uid uid = announce();
    launch(uid, blueprint(List.of(), Region.current(), Duration.ofMinutes(1)));
    StandInMember.report(pool.directory().memberDirectory(uid));

    started.get(0).destroyForcibly();

    assertThat(failure(uid))
        .contains("was killed by signal 9")
        .contains("\"standing in\"")
        .contains("run out of memory");
  }

  @Test
  void aProcessThatIsNeverReadyIsToldAtTheLimit() throws IOException {
    Uid uid = announce();

    launch(uid, blueprint(List.of(), Region.current(), Duration.ofSeconds(1)));

    assertThat(failure(uid))
        .contains("was not ready within 1 s; sparkconnect.server.bootTimeout allows it more");
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(started.get(0).isAlive()).isFalse());
  }

  @Test
  void aMissingWorkingDirectoryIsNamed() {
    Uid uid = announce();
    MemberStarter.Blueprint blueprint =
        new MemberStarter.Blueprint(
            new ServerSpec("local[2]", new TreeMap<>(), List.of(), List.of(), List.of()),
            List.of(),
            "4.2.0",
            fingerprint(),
            JAVA,
            Region.current(),
            temp.resolve("missing"),
            List.of(),
            List.of(code),
            new ClassArchives(temp),
            false,
            Duration.ofMinutes(30),
            Duration.ofMinutes(1));

    assertThatThrownBy(() -> launch(uid, blueprint))
        .isInstanceOf(PoolException.class)
        .hasMessageContaining("working directory " + temp.resolve("missing") + " does not exist")
        .hasMessageContaining("sparkconnect.server.directory");
  }

  private Uid announce() {
    Uid uid = Uid.random();
    pool.announce(uid, fingerprint(), "4.2.0", processes.self());
    return uid;
  }

  private ProcessIdentity launch(Uid uid, MemberStarter.Blueprint blueprint) {
    ProcessIdentity identity =
        new MemberStarter(
                pool, processes, blueprint, System.getProperties(), new StartedProcesses())
            .launch(uid);
    ProcessHandle.of(identity.pid()).ifPresent(started::add);
    uids.add(uid);
    return identity;
  }

  /** A JVM that does not start may be gone before it was seen. */
  private void launchOrFail(Uid uid, MemberStarter.Blueprint blueprint) {
    try {
      launch(uid, blueprint);
    } catch (PoolException e) {
      assertThat(e).hasMessageContaining("did not start");
    }
  }

  private String failure(Uid uid) {
    Path file = pool.directory().failure(uid);
    Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> Files.exists(file));
    try {
      return pool.snapshot().failures().get(0).failure().explanation() + Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Fingerprint fingerprint() {
    return new Fingerprint("0".repeat(64), new TreeMap<>(Map.of("master", "local[2]")));
  }

  private MemberStarter.Blueprint blueprint(
      List<String> jvmArgs, Region region, Duration bootTimeout) {
    return blueprint(JAVA, jvmArgs, region, bootTimeout);
  }

  private MemberStarter.Blueprint blueprint(
      JavaHome java, List<String> jvmArgs, Region region, Duration bootTimeout) {
    return new MemberStarter.Blueprint(
        new ServerSpec(
            "local[2]", new TreeMap<>(Map.of("spark.x", "1")), List.of(), List.of(), jvmArgs),
        JvmArgs.of(Workload.SHORT, jvmArgs, Map.of()),
        "4.2.0",
        fingerprint(),
        java,
        region,
        work,
        List.of(new InitScript("db/tables 1.sql", "SELECT 1")),
        List.of(code),
        new ClassArchives(temp.resolve("archives")),
        true,
        Duration.ofMinutes(30),
        bootTimeout);
  }
}
