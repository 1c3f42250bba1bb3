package io.github.sparkconnect.pool;

import static io.github.sparkconnect.pool.LivePool.A;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * What another user of the machine really tries against a pool. The pool is in a folder that
 * everybody can enter and write, as the temp directory is.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "another user is made with setpriv")
@Timeout(120)
class OtherUserTest {

  private static final long OTHER = 54321;

  @TempDir Path temp;
  private final Spawned spawned = new Spawned();
  private Path shared;

  @BeforeEach
  void open() throws IOException {
    assumeThat(System.getProperty("user.name"))
        .as("only root can act as another user")
        .isEqualTo("root");
    assumeThat(Path.of("/usr/bin/setpriv")).exists();
    Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
    shared = Files.createDirectory(temp.resolve("shared"));
    Spawned.run("chmod", "1777", shared.toString());
    assertThat(attempt("echo x > \"$1/theirs\" && cat \"$1/theirs\"", shared.toString()))
        .as("the other user can do something")
        .isEqualTo("x\n");
  }

  @AfterEach
  void close() {
    spawned.close();
  }

  /** Runs a script as the other user; returns all that it says. */
  private static String attempt(String script, String... arguments) {
    List<String> command =
        Stream.concat(
                Stream.of(
                    "setpriv",
                    "--reuid=" + OTHER,
                    "--regid=" + OTHER,
                    "--clear-groups",
                    "sh",
                    "-c",
                    script,
                    "sh"),
                Stream.of(arguments))
            .toList();
    return Spawned.run(command.toArray(new String[0]));
  }

  private static void assertDenied(String script, Path... paths) {
    String[] arguments = Stream.of(paths).map(Path::toString).toArray(String[]::new);
    assertThat(attempt(script + " && echo DONE", arguments))
        .as(script)
        .containsAnyOf("Permission denied", "Operation not permitted")
        .doesNotContain("DONE", "token");
  }

  @Test
  void readsListsAndPlantsNothingInThePool() throws IOException {
    try (LivePool live = new LivePool(shared.resolve("pool"))) {
      Path pool = live.directory.path();
      Uid uid = live.ready(A, 0).uid();
      Path record = live.directory.resolve(new EntryName.Server(uid));
      assertThat(record).content().contains("\"token\":\"token\"");

      assertDenied("ls \"$1\"", pool);
      assertDenied("cat \"$1\"", record);
      assertDenied("cat \"$1\"", live.directory.processFile(uid));
      assertDenied("ls \"$1\"", live.directory.memberDirectory(uid));
      assertDenied("echo x > \"$1\"", record);
      assertDenied("echo x > \"$1/server-0123456789ab.json\"", pool);
      assertDenied("mkdir \"$1/member-0123456789ab\"", pool);
      assertDenied("ln \"$1\" \"$2/stolen\"", record, shared);
      assertDenied("ln \"$2/theirs\" \"$1/server-0123456789ab.json\"", pool, shared);
      assertDenied("ln -s /etc/passwd \"$1/server-0123456789ab.json\"", pool);
      assertDenied("rm -f \"$1\"", record);
      assertDenied("exec 9> \"$1/.lock\"", pool);
      assertDenied("chmod 777 \"$1\"", pool);
      // A sticky folder: what is not theirs cannot be moved away either.
      assertDenied("mv \"$1\" \"$2/moved\"", pool, shared);
      assertThat(live.pool.snapshot().problems()).isEmpty();
      assertThat(live.acquire(A, 1).uid()).as("undisturbed").isEqualTo(uid);
    }
  }

  @Test
  void neitherSignalsNorLooksIntoAMember() {
    try (LivePool live = new LivePool(shared.resolve("pool"))) {
      long pid = live.ready(A, 0).process().pid();

      assertDenied("cat /proc/" + pid + "/environ");
      assertThat(attempt("kill " + pid + " && echo DONE")).contains("not permitted");
      assertThat(attempt("tr '\\0' ' ' < /proc/" + pid + "/cmdline"))
          .contains(SystemProcesses.MEMBER_MAIN)
          .doesNotContain("token");
    }
  }

  /** Should a record that they wrote ever get into the pool: their process is no member. */
  @Test
  void aProcessWithAMembersCommandLineIsNeitherClaimedNorSignalled() throws IOException {
    try (LivePool live = new LivePool(shared.resolve("pool"))) {
      Uid uid = Uid.random();
      Process process =
          spawned.start(
              "setpriv",
              "--reuid=" + OTHER,
              "--clear-groups",
              "sh",
              "-c",
              "read x",
              "sh",
              SystemProcesses.MEMBER_MAIN,
              live.directory.path().toString(),
              uid.value());
      org.awaitility.Awaitility.await()
          .until(() -> CurrentUser.uidOf(Path.of("/proc/" + process.pid())) == OTHER);
      live.pool.announce(uid, A, "4.2.0", live.processes.self());
      live.publish(
          uid, A, live.processes.identify(process.pid()).orElseThrow(), live.clock.instant());

      Claim claim = live.acquire(A, 2);

      assertThat(claim.uid()).isNotEqualTo(uid);
      Reaper reaper = new Reaper(live.pool, live.processes, live.clock);
      for (int pass = 0; pass < 3; pass++) {
        reaper.reap();
        live.clock.advance(Duration.ofMinutes(3));
      }
      assertThat(process.isAlive()).isTrue();
      assertThat(live.pool.snapshot().entry(uid)).as("the record is gone").isEmpty();
    }
  }

  @Test
  void aFolderOrLinkThatTheyMadeBeforeIsRefused() throws IOException {
    attempt("mkdir -m 700 \"$1/folder\"; mkdir -m 777 \"$1/open\"", shared.toString());
    attempt("ln -s \"$1/open\" \"$1/link\"; ln -s /root \"$1/astray\"", shared.toString());
    attempt("ln -s nothing \"$1/dangling\"; echo > \"$1/file\"", shared.toString());
    String before = Spawned.run("stat", "-c", "%n %a %u", "/root");

    for (String name : List.of("folder", "open", "link", "astray", "dangling", "file")) {
      Path path = shared.resolve(name);
      assertThatThrownBy(() -> PoolDirectory.open(path))
          .as(name)
          .isInstanceOf(PoolException.class)
          .hasMessageContaining(path.toString())
          .hasMessageContaining("refused")
          .message()
          .doesNotContain("\n");
    }
    assertThat(shared.resolve("nothing")).doesNotExist();
    assertThat(Spawned.run("stat", "-c", "%n %a %u", "/root")).isEqualTo(before);
  }

  /** They make and remove links and folders at the path while it is opened again and again. */
  @Test
  void aRaceForThePathIsNeverWon() throws IOException {
    Path path = shared.resolve("raced");
    Process racer =
        spawned.start(
            "setpriv",
            "--reuid=" + OTHER,
            "--regid=" + OTHER,
            "--clear-groups",
            "sh",
            "-c",
            "mkdir -m 777 \"$1/bait\"; while true; do ln -s bait \"$1/raced\"; rm -f \"$1/raced\";"
                + " mkdir -m 777 \"$1/raced\"; rmdir \"$1/raced\"; done",
            "sh",
            shared.toString());
    int refused = 0;
    int opened = 0;
    for (int round = 0; round < 3_000; round++) {
      try {
        Path real = PoolDirectory.open(path).path();
        opened++;
        assertThat(CurrentUser.uidOf(real)).as("whose it is").isEqualTo(CurrentUser.uid());
        assertThat(Files.isSymbolicLink(path)).isFalse();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(real)))
            .isEqualTo("rwx------");
        Files.delete(real);
      } catch (PoolException e) {
        refused++;
      }
    }
    System.out.println("[race] opened " + opened + " times, refused " + refused + " times");
    assertThat(racer.isAlive()).isTrue();
    assertThat(opened).isPositive();
    Path bait = shared.resolve("bait");
    assertThat(Files.getPosixFilePermissions(bait, LinkOption.NOFOLLOW_LINKS))
        .as("nothing was done to what a link led to")
        .isEqualTo(PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(bait).isEmptyDirectory();
  }
}
