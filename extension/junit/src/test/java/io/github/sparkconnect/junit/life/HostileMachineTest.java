package io.github.sparkconnect.junit.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.sparkconnect.junit.life.ClaimingJvm.Claimed;
import io.github.sparkconnect.junit.life.HostileMachine.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Six servers start at once on a {@link HostileMachine} and serve their test JVMs. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "needs namespaces")
@TestMethodOrder(OrderAnnotation.class)
@Tag("alone")
class HostileMachineTest {

  private static final String ODD = "größe 大";

  @TempDir static Path temp;
  private static HostileMachine machine;

  @BeforeAll
  static void open() {
    assumeThat(System.getProperty("user.name"))
        .as("network namespaces are root's")
        .isEqualTo("root");
    machine = new HostileMachine(temp);
    machine.claimAll(netty());
  }

  @AfterAll
  static void close() {
    if (machine != null) {
      machine.close();
    }
  }

  /** The newest Netty in the local repository: the client has an older one, under another name. */
  private static List<Path> netty() {
    Path repository = Path.of(System.getProperty("user.home"), ".m2/repository/io/netty");
    List<Path> newest = new ArrayList<>();
    for (String artifact : List.of("netty-common", "netty-buffer")) {
      try (Stream<Path> files = Files.walk(repository.resolve(artifact), 2)) {
        files
            .filter(file -> file.toString().endsWith("Final.jar"))
            .max(Comparator.naturalOrder())
            .ifPresent(newest::add);
      } catch (IOException e) {
        // Another local repository: nothing is put in front.
      }
    }
    return newest;
  }

  private static List<Claimed> claims() {
    return Arrays.stream(Trouble.values()).map(machine::claim).toList();
  }

  @Test
  @Order(1)
  void c08SixServersStartAtOnceAlthoughTheUsualPortsAreTaken() throws IOException {
    Set<Integer> ports = new HashSet<>();
    claims().forEach(member -> ports.add(machine.port(member)));

    assertThat(ports).hasSize(6).doesNotContainAnyElementsOf(HostileMachine.TAKEN);
    List<Listeners.Socket> listeners =
        machine.listeners().stream()
            .filter(socket -> !HostileMachine.TAKEN.contains(socket.port()))
            .toList();
    assertThat(listeners).extracting(Listeners.Socket::port).containsAll(ports);
    assertThat(listeners).allMatch(Listeners.Socket::isLoopback);
  }

  @Test
  @Order(1)
  void c10OddHostNamesAndNoNetworkDoNotMatter() {
    for (Trouble trouble : Trouble.values()) {
      assertThat(machine.jvm(trouble).ask("query"))
          .as(() -> trouble + ": " + machine.jvm(trouble).output())
          .isEqualTo("done\t45");
    }
  }

  @Test
  @Order(1)
  void c11ADebugAgentStaysInTheTestJvmAndATrustStoreReachesTheServer() {
    assertThat(machine.jvm(Trouble.DEBUG_AGENT).output())
        .contains("Listening for transport dt_socket at address: 5005");
    assertThat(
            machine.sql(
                Trouble.DEBUG_AGENT,
                "SELECT reflect('java.lang.System', 'getProperty', 'javax.net.ssl.trustStore')"))
        .isEqualTo("done\t[[" + machine.trustStore + "]]");
  }

  @Test
  @Order(1)
  void c11ACoverageAgentStaysInTheTestJvm() throws IOException {
    assertThat(Files.readString(machine.agentReport))
        .isEqualTo(machine.jvm(Trouble.COVERAGE_AGENT).pid() + "\n");
  }

  /** No odd name in a message: not each channel between a fork and its build survives them. */
  @Test
  @Order(1)
  void c12FileNamesDoNotDependOnTheTestJvmsEncoding() {
    String created =
        machine.sql(
            Trouble.ASCII_ONLY,
            "CREATE TABLE t USING parquet PARTITIONED BY (k) AS SELECT 1 AS x, '" + ODD + "' AS k");
    String read = machine.sql(Trouble.ASCII_ONLY, "SELECT count(*) FROM t WHERE k = '" + ODD + "'");

    assertThat(created.equals("done\t[]")).as("created").isTrue();
    assertThat(read.equals("done\t[[1]]")).as("read").isTrue();
    String uid = machine.claim(Trouble.ASCII_ONLY).uid();
    Path partition = machine.pool.resolve("member-" + uid + "/warehouse/t/k=" + ODD);
    assertThat(Files.isDirectory(partition)).as("spelt in UTF-8 on the disk").isTrue();
    assertThat(machine.project).isEmptyDirectory();
  }

  @Test
  @Order(1)
  void c14NoOptionOfTheTestJvmIsNeededOnANewerJava() {
    assumeThat(HostileMachine.newerJava()).as("a newer Java in /usr/lib/jvm").isPresent();
    assertThat(
            machine.sql(
                Trouble.NEWER_JAVA,
                "SELECT reflect('java.lang.System', 'getProperty', 'java.specification.version')"))
        .isEqualTo("done\t[[25]]");
  }

  @Test
  @Order(1)
  void c15SparksVariablesDoNotLeadTheSessionAstray() {
    assertThat(
            machine.sql(
                Trouble.SPARK_VARIABLES,
                "SELECT reflect('java.lang.System', 'getenv', 'SPARK_REMOTE')"))
        .isEqualTo("done\t[[null]]");
  }

  /** Only then all is in order again: each is clean, and its server ready for the next. */
  @Test
  @Order(2)
  void c14TheServersAreReturnedAndNotRetired() {
    for (Trouble trouble : Trouble.values()) {
      KillWorld.giveBack(machine.jvm(trouble));
    }
    assertThat(machine.audit.names())
        .as(() -> machine.audit.reasons().toString())
        .containsAll(claims().stream().map(claim -> "server-" + claim.uid() + ".json").toList());
    machine.audit.passes();
  }

  /** A JVM that cannot spell the names deletes the files nevertheless. */
  @Test
  @Order(3)
  void c12TheFilesOfADeadServerAreDeletedWhateverTheirNames() throws IOException {
    Claimed member = machine.claim(Trouble.ASCII_ONLY);
    KillWorld.signal("KILL", member.pid());
    Files.createDirectories(machine.pool.resolve("member-" + member.uid() + "/tmp/" + ODD));

    for (int claim = 1; claim <= 2; claim++) {
      machine.jvm(Trouble.ASCII_ONLY).tell("claim");
      machine.jvm(Trouble.ASCII_ONLY).claimed();
      KillWorld.giveBack(machine.jvm(Trouble.ASCII_ONLY));
    }

    assertThat(machine.audit.traces(member.uid()))
        .as(() -> machine.jvm(Trouble.ASCII_ONLY).output())
        .isEmpty();
    machine.audit.passes();
  }
}
