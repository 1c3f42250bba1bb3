package io.github.sparkconnect.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.Standing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connect.SparkSession;
import org.junit.jupiter.api.Test;

/** What a real member is like when it is published. */
class MemberBootTest {

  private final TestMember member = SharedMember.get();
  private final MemberRecord record = ((Standing.Idle) member.standing()).member();

  @Test
  void publishesWhatIsTrue() {
    assertThat(record.process().pid()).isEqualTo(member.process.pid());
    assertThat(record.sparkVersion()).isEqualTo(org.apache.spark.package$.MODULE$.SPARK_VERSION());
    assertThat(record.endpoint().token()).isEqualTo(TestPool.TOKEN);
    assertThat(record.uses()).isZero();
    assertThat(record.log()).exists();
  }

  @Test
  void answersQueriesOfAConnectClient() {
    SparkSession session = member.connect();
    assertThat(session.range(10).count()).isEqualTo(10);
    List<Row> rows = session.sql("SELECT text, fixture_function(id) FROM fixture").collectAsList();
    assertThat(rows).hasToString("[[;,2]]");
    session.close();
  }

  @Test
  void refusesAWrongToken() {
    SparkSession session =
        SparkSession.builder()
            .remote("sc://localhost:" + record.endpoint().port() + "/;token=wrong")
            .create();
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> session.range(1).count())
        .hasMessageContaining("UNAUTHENTICATED");
  }

  @Test
  void refusesWithoutAToken() {
    SparkSession session =
        SparkSession.builder().remote("sc://localhost:" + record.endpoint().port()).create();
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> session.range(1).count())
        .hasMessageContaining("UNAUTHENTICATED");
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> TestMember.control(session, "ping"))
        .hasMessageContaining("UNAUTHENTICATED");
  }

  @Test
  void listensOnLoopbackOnly() throws IOException {
    String inodes = String.join(" ", socketInodes());
    long listening = 0;
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/net", table))) {
        String[] fields = line.strip().split("\\s+", -1);
        if (fields[3].equals("0A") && inodes.contains("[" + fields[9] + "]")) {
          listening++;
          assertThat(fields[1])
              .matches("0100007F:.*|0000000000000000FFFF00000100007F:.*|0{24}01000000:.*");
        }
      }
    }
    assertThat(listening).isPositive();
  }

  @Test
  void keepsItsFilesInItsDirectoryAndPrivate() throws IOException {
    SparkSession session = member.connect();
    session.sql("SELECT id % 7, count(*) FROM range(100) GROUP BY 1").collectAsList();
    session.close();
    assertThat(member.directory().resolve("warehouse/fixture")).isDirectory();
    // Log4j may complain of this machine's name before it is redirected, but no more.
    assertThat(Files.size(member.directory().resolve("stdout.log"))).isLessThan(10_000);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(record.log())))
        .isEqualTo("rw-------");
    for (String stray : List.of("spark-warehouse", "metastore_db", "derby.log", "artifacts")) {
      assertThat(Path.of(stray)).doesNotExist();
    }
  }

  @Test
  void saysThatItIsHealthy() {
    SparkSession session = member.connect();
    assertThat(TestMember.control(session, "ping"))
        .hasToString("{\"format\":1,\"healthy\":true,\"problems\":[]}");
    session.close();
  }

  private List<String> socketInodes() throws IOException {
    try (var descriptors = Files.list(Path.of("/proc/" + member.process.pid() + "/fd"))) {
      return descriptors.map(MemberBootTest::target).filter(t -> t.startsWith("socket:")).toList();
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return "";
    }
  }
}
