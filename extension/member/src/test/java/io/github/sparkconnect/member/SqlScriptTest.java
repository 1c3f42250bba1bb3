package io.github.sparkconnect.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.member.SqlScript.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlScriptTest {

  @Test
  void separatesAtSemicolonsAndCountsLines() {
    assertThat(SqlScript.split("SELECT 1;\n\n  SELECT\n 2 ;SELECT 3"))
        .containsExactly(
            new Statement("SELECT 1", 1),
            new Statement("SELECT\n 2", 3),
            new Statement("SELECT 3", 4));
  }

  @Test
  void skipsWhatSaysNothing() {
    assertThat(SqlScript.split(" ;; -- nothing; at all\n /* nor; /* nested; */ here; */ ;\n"))
        .isEmpty();
  }

  @Test
  void beginsAStatementAfterItsComment() {
    assertThat(SqlScript.split("-- first;\n/* second;\n */ SELECT 1 -- ; third\n+ 1;"))
        .containsExactly(new Statement("SELECT 1 -- ; third\n+ 1", 3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT ';'",
        "SELECT \";\"",
        "SELECT `;` FROM t",
        "SELECT 'it''s;'",
        "SELECT 'it\\'s;'",
        "SELECT `\\`",
        "SELECT '-- ;', '/* ;'",
        "SELECT 1 /* a ; b */ + 1",
        "SELECT 'never closed ;",
        "SELECT 1 /* never closed ;",
        "SELECT 4 / 2 - -1"
      })
  void isOneStatement(String sql) {
    assertThat(SqlScript.split(sql)).containsExactly(new Statement(sql, 1));
  }
}
