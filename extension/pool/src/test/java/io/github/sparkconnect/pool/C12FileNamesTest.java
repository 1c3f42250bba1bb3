package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Case C12: a JVM that cannot spell what is in a member's directory deletes it nevertheless. */
@Timeout(60)
class C12FileNamesTest {

  @TempDir Path temp;

  @Test
  void namesThatTheEncodingCannotExpressAreDeleted() throws Exception {
    Path pool = temp.resolve("a b/%41+#");
    Uid uid = Uid.random();
    Path member = PoolDirectory.open(pool).memberDirectory(uid);
    Path table = Files.createDirectories(member.resolve("warehouse/t/k=gr\u00f6\u00dfe \u5927"));
    Files.writeString(table.resolve("\u00fc.parquet"), "x");

    try (ChildJvm jvm =
        ChildJvm.start(
            List.of("env", "LC_ALL=C"),
            List.of(),
            ForgettingMain.class,
            pool.toString(),
            uid.value())) {
      assertThat(jvm.exit()).isZero();
    }

    assertThat(member).doesNotExist();
  }
}
