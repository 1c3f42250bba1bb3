package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SystemProcessesTest {

  private static final Path POOL = Path.of("/some/pool");

  private final Spawned spawned = new Spawned();
  private final Uid uid = Uid.random();

  @AfterEach
  void endProcesses() {
    spawned.close();
  }

  static Stream<SystemProcesses> views() {
    SystemProcesses java = new SystemProcesses(new JavaProcessTable(), SystemProcesses.MEMBER_MAIN);
    return Files.exists(Path.of("/proc/self/stat"))
        ? Stream.of(new SystemProcesses(), java)
        : Stream.of(java);
  }

  @Test
  void aSystemThatHidesAProcessFromItselfIsRefused() {
    ProcessHandle.Info hidden =
        (ProcessHandle.Info)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ProcessHandle.Info.class},
                (proxy, method, arguments) -> Optional.empty());
    ProcessHandle self =
        (ProcessHandle)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ProcessHandle.class},
                (proxy, method, arguments) ->
                    method.getName().equals("pid") ? (Object) 7L : hidden);

    assertThatThrownBy(() -> JavaProcessTable.self(self))
        .isInstanceOf(PoolException.class)
        .hasMessage(
            "the start of this process (7) is not readable, so its pid cannot be told from a later"
                + " one's; run where processes may see themselves");
  }

  @ParameterizedTest
  @MethodSource("views")
  void thisProcessIsItself(SystemProcesses processes) {
    assertThat(processes.self().pid()).isEqualTo(ProcessHandle.current().pid());
    assertThat(processes.identify(processes.self().pid())).contains(processes.self());
    assertThat(processes.liveness(processes.self())).isEqualTo(Liveness.SAME);
  }

  @ParameterizedTest
  @MethodSource("views")
  void aProcessIsTheSameUntilItEnds(SystemProcesses processes) {
    Process process = spawned.stranger();
    ProcessIdentity identity = processes.identify(process.pid()).orElseThrow();

    assertThat(processes.identify(process.pid())).contains(identity);
    assertThat(processes.liveness(identity)).isEqualTo(Liveness.SAME);

    process.destroyForcibly();
    await().until(() -> !process.isAlive());
    assertThat(processes.identify(process.pid())).isEmpty();
    assertThat(processes.liveness(identity)).isEqualTo(Liveness.DIFFERENT);
  }

  @ParameterizedTest
  @MethodSource("views")
  void aHeldZombieIsDead(SystemProcesses processes) {
    long pid = spawned.neglected();
    ProcessIdentity identity = processes.identify(pid).orElseThrow();
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    await().until(() -> Spawned.stateOf(pid).startsWith("Z"));

    assertThat(processes.liveness(identity)).isEqualTo(Liveness.DIFFERENT);
    assertThat(processes.identify(pid)).isEmpty();
    assertThat(processes.identify(spawned.zombie())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, 1L + (1L << 32), 1L << 31, Long.MAX_VALUE})
  void aPidThatIsNoneIsNobody(long pid) {
    views().forEach(processes -> assertThat(processes.identify(pid)).isEmpty());
  }

  /** 2^32 + pid is pid to whoever cuts it to 32 bits. */
  @ParameterizedTest
  @MethodSource("views")
  void anOverflowingPidIsNeverSignalled(SystemProcesses processes) {
    Process member = spawned.member(POOL, uid);
    ProcessIdentity real = processes.identify(member.pid()).orElseThrow();
    ProcessIdentity overflowing = new ProcessIdentity((1L << 32) + real.pid(), real.startId());

    assertThat(processes.liveness(overflowing)).isEqualTo(Liveness.DIFFERENT);
    assertThat(processes.kill(overflowing, uid)).isEqualTo(SignalResult.GONE);
    assertThat(member.isAlive()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("views")
  void aReusedPidIsAnotherProcess(SystemProcesses processes) {
    Process member = spawned.member(POOL, uid);
    ProcessIdentity now = processes.identify(member.pid()).orElseThrow();
    String startId = now.startId();
    long start = Long.parseLong(startId.substring(startId.lastIndexOf(':') + 1));
    ProcessIdentity before =
        new ProcessIdentity(
            now.pid(), startId.substring(0, startId.lastIndexOf(':') + 1) + (start - 1000));

    assertThat(processes.liveness(before)).isEqualTo(Liveness.DIFFERENT);
    assertThat(processes.terminate(before, uid)).isEqualTo(SignalResult.GONE);
    assertThat(processes.kill(before, uid)).isEqualTo(SignalResult.GONE);
    assertThat(member.isAlive()).isTrue();
  }

  @Test
  void anIdentityThatNoProcessCanHaveIsDifferent() {
    ProcessIdentity garbage = new ProcessIdentity(1, "yesterday");
    views().forEach(p -> assertThat(p.liveness(garbage)).isEqualTo(Liveness.DIFFERENT));
  }

  @Test
  void anIdentityOfTheOtherKindIsUnknown() {
    List<SystemProcesses> views = views().toList();
    assumeTrue(views.size() == 2, "no /proc here");
    ProcessIdentity linux = views.get(0).self();
    ProcessIdentity java = views.get(1).self();

    assertThat(views.get(0).liveness(java)).isEqualTo(Liveness.UNKNOWN);
    assertThat(views.get(1).liveness(linux)).isEqualTo(Liveness.UNKNOWN);
  }

  @Nested
  class MembersAndSignals {

    @ParameterizedTest
    @MethodSource("io.github.sparkconnect.pool.SystemProcessesTest#views")
    void aMemberIsKnownByIdentityMainClassAndUid(SystemProcesses processes) {
      ProcessIdentity member = identityOf(processes, spawned.member(POOL, uid));
      ProcessIdentity stranger = identityOf(processes, spawned.stranger());

      assertThat(processes.isMember(member, uid)).isTrue();
      assertThat(processes.isMember(member, Uid.random())).isFalse();
      assertThat(processes.isMember(stranger, uid)).isFalse();
      assertThat(processes.isMember(processes.self(), uid)).isFalse();
    }

    @Test
    void theUidAloneOrTheWordsInOneArgumentAreNoMember() {
      SystemProcesses processes = new SystemProcesses();
      Process uidOnly = spawned.start("sh", "-c", "read x", "sh", uid.value());
      Process oneWord =
          spawned.start(
              "sh", "-c", "read x", "sh", SystemProcesses.MEMBER_MAIN + " " + uid.value());
      Process reversed =
          spawned.start("sh", "-c", "read x", "sh", uid.value(), SystemProcesses.MEMBER_MAIN);

      for (Process process : List.of(uidOnly, oneWord, reversed)) {
        ProcessIdentity identity = identityOf(processes, process);
        assertThat(processes.isMember(identity, uid)).isFalse();
        assertThat(processes.terminate(identity, uid)).isEqualTo(SignalResult.NOT_PROVED);
        assertThat(processes.kill(identity, uid)).isEqualTo(SignalResult.NOT_PROVED);
        assertThat(process.isAlive()).isTrue();
      }
    }

    @ParameterizedTest
    @MethodSource("io.github.sparkconnect.pool.SystemProcessesTest#views")
    void termEndsAMember(SystemProcesses processes) {
      Process member = spawned.member(POOL, uid);
      ProcessIdentity identity = identityOf(processes, member);

      assertThat(processes.terminate(identity, uid)).isEqualTo(SignalResult.SENT);
      await().until(() -> !member.isAlive());
      assertThat(member.exitValue()).isEqualTo(128 + 15);
      assertThat(processes.terminate(identity, uid)).isEqualTo(SignalResult.GONE);
    }

    @Test
    void killEndsAMemberThatIgnoresTerm() {
      SystemProcesses processes = new SystemProcesses();
      Process member = spawned.deafMember(POOL, uid);
      ProcessIdentity identity = identityOf(processes, member);

      assertThat(processes.terminate(identity, uid)).isEqualTo(SignalResult.SENT);
      assertThat(processes.liveness(identity)).isEqualTo(Liveness.SAME);
      assertThat(processes.kill(identity, uid)).isEqualTo(SignalResult.SENT);
      await().until(() -> !member.isAlive());
      assertThat(member.exitValue()).isEqualTo(128 + 9);
    }

    @ParameterizedTest
    @MethodSource("io.github.sparkconnect.pool.SystemProcessesTest#views")
    void aStoppedMemberIsReallyEnded(SystemProcesses processes) {
      Process member = spawned.member(POOL, uid);
      ProcessIdentity identity = identityOf(processes, member);
      Spawned.stop(member.pid());
      assertThat(processes.liveness(identity)).isEqualTo(Liveness.SAME);

      assertThat(processes.terminate(identity, uid)).isEqualTo(SignalResult.SENT);
      await().until(() -> !member.isAlive());
    }

    @Test
    void thisVeryProcessIsNeverSignalled() {
      SystemProcesses processes = new SystemProcesses();
      assertThat(processes.terminate(processes.self(), uid)).isEqualTo(SignalResult.NOT_PROVED);
      assertThat(processes.kill(processes.self(), uid)).isEqualTo(SignalResult.NOT_PROVED);
    }

    private ProcessIdentity identityOf(SystemProcesses processes, Process process) {
      ProcessIdentity identity = processes.identify(process.pid()).orElseThrow();
      await().until(() -> !process.info().command().orElse("").contains("java"));
      return identity;
    }
  }

  @Nested
  class Linux {

    private final ProcessTable table =
        LinuxProcessTable.open(Path.of("/proc")).orElseGet(JavaProcessTable::new);
    private final SystemProcesses processes = new SystemProcesses();

    Linux() {
      assumeTrue(table instanceof LinuxProcessTable, "only where there is /proc");
    }

    @Test
    void anotherBootIsAnotherProcess() {
      Process member = spawned.member(POOL, uid);
      ProcessIdentity before = changed(identity(member.pid()), 1, "another-boot");

      assertThat(processes.liveness(before)).isEqualTo(Liveness.DIFFERENT);
      assertThat(processes.kill(before, uid)).isEqualTo(SignalResult.GONE);
      assertThat(member.isAlive()).isTrue();
    }

    @Test
    void anotherPidNamespaceIsUnknownAndNeverSignalled() {
      Process member = spawned.member(POOL, uid);
      ProcessIdentity elsewhere = changed(identity(member.pid()), 2, "1");

      assertThat(processes.liveness(elsewhere)).isEqualTo(Liveness.UNKNOWN);
      assertThat(processes.isMember(elsewhere, uid)).isFalse();
      assertThat(processes.terminate(elsewhere, uid)).isEqualTo(SignalResult.NOT_PROVED);
      assertThat(processes.kill(elsewhere, uid)).isEqualTo(SignalResult.NOT_PROVED);
      assertThat(member.isAlive()).isTrue();
    }

    @Test
    void aThreadIsNoProcess() throws Exception {
      try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
        long self = ProcessHandle.current().pid();
        List<Long> threads =
            tasks
                .map(p -> Long.parseLong(p.getFileName().toString()))
                .filter(t -> t != self)
                .toList();
        assertThat(threads).isNotEmpty();
        assertThat(threads).allSatisfy(t -> assertThat(processes.identify(t)).isEmpty());
      }
    }

    @Test
    void anUnreadableProcessIsUnknown(@org.junit.jupiter.api.io.TempDir Path fake)
        throws Exception {
      Path proc = fakeProc(fake);
      LinuxProcessTable table = (LinuxProcessTable) LinuxProcessTable.open(proc).orElseThrow();
      ProcessIdentity identity = new ProcessIdentity(7, table.self().startId());

      Files.createDirectories(proc.resolve("7"));
      assertThat(table.liveness(identity)).as("nothing in it").isEqualTo(Liveness.DIFFERENT);
      Files.createDirectories(proc.resolve("7/stat"));
      assertThat(table.liveness(identity)).as("cannot be read").isEqualTo(Liveness.UNKNOWN);
      Files.delete(proc.resolve("7/stat"));
      Files.writeString(proc.resolve("7/stat"), "not understood");
      assertThat(table.liveness(identity)).as("not understood").isEqualTo(Liveness.UNKNOWN);
    }

    @Test
    void withTheProcOfAnotherNamespaceEveryOtherProcessIsUnknown(
        @org.junit.jupiter.api.io.TempDir Path fake) throws Exception {
      Path proc = fakeProc(fake);
      Files.delete(proc.resolve("self"));
      Files.createSymbolicLink(proc.resolve("self"), Path.of("99"));
      LinuxProcessTable table = (LinuxProcessTable) LinuxProcessTable.open(proc).orElseThrow();
      ProcessIdentity other = new ProcessIdentity(99, table.self().startId());

      assertThat(table.liveness(table.self())).isEqualTo(Liveness.SAME);
      assertThat(table.liveness(other)).isEqualTo(Liveness.UNKNOWN);
      assertThat(table.identify(99)).isEmpty();
      assertThat(table.commandLine(99)).isEmpty();
    }

    /** For example, no descriptor is left to open its files: that does not make it a stranger. */
    @Test
    void aMemberWhoseCommandLineCannotBeReadIsUnknown(@org.junit.jupiter.api.io.TempDir Path fake)
        throws Exception {
      Path proc = fakeProc(fake);
      LinuxProcessTable table = (LinuxProcessTable) LinuxProcessTable.open(proc).orElseThrow();
      SystemProcesses faked = new SystemProcesses(table, "some.Main");
      ProcessIdentity member = new ProcessIdentity(99, table.self().startId());
      String status = "Name:\tjava\nTgid:\t99\nUid:\t0\t0\t0\t0\n";
      Path self = proc.resolve(Long.toString(ProcessHandle.current().pid()));
      Files.writeString(self.resolve("status"), status);
      Files.writeString(proc.resolve("99/status"), status);

      Files.createDirectory(proc.resolve("99/cmdline"));
      assertThat(faked.member(member, uid)).as("not now").isEqualTo(Liveness.UNKNOWN);
      Files.delete(proc.resolve("99/cmdline"));
      Files.writeString(proc.resolve("99/cmdline"), "java\0some.Main\0/pool\0" + uid + "\0");
      assertThat(faked.member(member, uid)).isEqualTo(Liveness.SAME);
      assertThat(faked.member(member, Uid.random())).isEqualTo(Liveness.DIFFERENT);
      Files.writeString(proc.resolve("99/status"), status.replace("Uid:\t0", "Uid:\t7"));
      assertThat(faked.member(member, uid)).as("another's").isEqualTo(Liveness.DIFFERENT);
      Files.writeString(proc.resolve("99/status"), "Tgid:\t99\n");
      assertThat(faked.member(member, uid)).as("whose?").isEqualTo(Liveness.UNKNOWN);
    }

    @Test
    void processesOfOtherUsersAreIdentifiedAndNotMembers() {
      assumeTrue(isRoot(), "only root can start a process of another user");
      Process other =
          spawned.start(
              "setpriv",
              "--reuid=65534",
              "--clear-groups",
              "sh",
              "-c",
              "read x",
              "sh",
              SystemProcesses.MEMBER_MAIN,
              "/pool",
              uid.value());
      await().until(() -> !"root".equals(other.info().user().orElse("root")));
      ProcessIdentity identity = identity(other.pid());

      assertThat(processes.liveness(identity)).isEqualTo(Liveness.SAME);
      assertThat(processes.isMember(identity, uid)).isFalse();
      assertThat(processes.kill(identity, uid)).isEqualTo(SignalResult.NOT_PROVED);
      assertThat(other.isAlive()).isTrue();
    }

    @Test
    void aMemberInAnotherPidNamespaceAndItsObserverDoNotKnowEachOther() {
      assumeTrue(isRoot(), "only root can make a pid namespace");
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      // Prints the identity that it sees of itself, then what it thinks of ours.
      String output =
          Spawned.run(
              "unshare",
              "--pid",
              "--fork",
              "--mount-proc",
              java,
              "-XX:TieredStopAtLevel=1",
              "-cp",
              System.getProperty("java.class.path"),
              IdentityMain.class.getName(),
              Long.toString(processes.self().pid()),
              processes.self().startId());
      List<String> lines = output.lines().toList();
      ProcessIdentity inside = new ProcessIdentity(Long.parseLong(lines.get(0)), lines.get(1));

      assertThat(inside.pid()).isEqualTo(1);
      assertThat(processes.liveness(inside)).isEqualTo(Liveness.UNKNOWN);
      assertThat(processes.kill(inside, uid)).isEqualTo(SignalResult.NOT_PROVED);
      assertThat(lines.get(2)).isEqualTo("UNKNOWN");
    }

    @Test
    void withoutItsOwnProcAProcessOfANamespaceKnowsItselfOnly() {
      assumeTrue(isRoot(), "only root can make a pid namespace");
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      String output =
          Spawned.run(
              "unshare",
              "--pid",
              "--fork",
              java,
              "-XX:TieredStopAtLevel=1",
              "-cp",
              System.getProperty("java.class.path"),
              IdentityMain.class.getName(),
              Long.toString(processes.self().pid()),
              processes.self().startId());
      List<String> lines = output.lines().toList();

      assertThat(lines.get(0)).isEqualTo("1");
      assertThat(lines.get(2)).isEqualTo("UNKNOWN");
      assertThat(lines.get(3)).isEqualTo("SAME");
    }

    private ProcessIdentity identity(long pid) {
      Optional<ProcessIdentity> identity = processes.identify(pid);
      return identity.orElseThrow();
    }

    private ProcessIdentity changed(ProcessIdentity identity, int part, String value) {
      String[] parts = identity.startId().split(":", -1);
      parts[part] = value;
      return new ProcessIdentity(identity.pid(), String.join(":", parts));
    }

    private Path fakeProc(Path fake) throws Exception {
      Files.createDirectories(fake.resolve("sys/kernel/random"));
      Files.writeString(fake.resolve("sys/kernel/random/boot_id"), "boot\n");
      Path self = fake.resolve(Long.toString(ProcessHandle.current().pid()));
      Files.createDirectories(self.resolve("ns"));
      Files.createSymbolicLink(self.resolve("ns/pid"), Path.of("pid:[42]"));
      Files.copy(Path.of("/proc/self/stat"), self.resolve("stat"));
      Files.createDirectories(fake.resolve("99/ns"));
      Files.createSymbolicLink(fake.resolve("99/ns/pid"), Path.of("pid:[42]"));
      Files.copy(Path.of("/proc/self/stat"), fake.resolve("99/stat"));
      Files.createSymbolicLink(fake.resolve("self"), self.getFileName());
      return fake;
    }

    private boolean isRoot() {
      return "root".equals(System.getProperty("user.name"));
    }
  }
}
