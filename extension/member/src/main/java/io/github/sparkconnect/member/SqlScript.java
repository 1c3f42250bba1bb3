package io.github.sparkconnect.member;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of SQL statements, separated by semicolons.
 *
 * <p>Semicolons in quotes (single, double, back), in comments to the end of the line and in
 * bracketed comments, nested ones too, separate nothing.
 *
 * @param file where it was read from
 * @param statements those that are more than space and comments, in order
 */
record SqlScript(Path file, List<Statement> statements) {

  /**
   * @param text without the semicolon
   * @param line where the statement begins, from 1
   */
  record Statement(String text, int line) {}

  SqlScript {
    statements = List.copyOf(statements);
  }

  static SqlScript read(Path file) throws IOException {
    return new SqlScript(file, split(Files.readString(file, StandardCharsets.UTF_8)));
  }

  static List<Statement> split(String sql) {
    List<Statement> statements = new ArrayList<>();
    int begin = -1; // of the statement, where its first word stands
    int line = 1;
    int beginLine = 1;
    int at = 0;
    while (at < sql.length()) {
      char c = sql.charAt(at);
      int next;
      if (c == ';') {
        if (begin >= 0) {
          statements.add(new Statement(sql.substring(begin, at).strip(), beginLine));
        }
        begin = -1;
        next = at + 1;
      } else {
        next = endOfToken(sql, at);
        boolean says = !Character.isWhitespace(c) && !isComment(sql, at);
        if (says && begin < 0) {
          begin = at;
          beginLine = line;
        }
      }
      line += (int) sql.substring(at, next).chars().filter(ch -> ch == '\n').count();
      at = next;
    }
    if (begin >= 0) {
      statements.add(new Statement(sql.substring(begin).strip(), beginLine));
    }
    return statements;
  }

  private static boolean isComment(String sql, int at) {
    return sql.startsWith("--", at) || sql.startsWith("/*", at);
  }

  private static int endOfToken(String sql, int at) {
    char c = sql.charAt(at);
    if (c == '\'' || c == '"' || c == '`') {
      return endOfQuote(sql, at, c);
    }
    if (sql.startsWith("--", at)) {
      int end = sql.indexOf('\n', at);
      return end < 0 ? sql.length() : end;
    }
    if (sql.startsWith("/*", at)) {
      return endOfBracketedComment(sql, at);
    }
    return at + 1;
  }

  private static int endOfQuote(String sql, int at, char quote) {
    for (int i = at + 1; i < sql.length(); i++) {
      if (sql.charAt(i) == '\\' && quote != '`') {
        i++;
      } else if (sql.charAt(i) == quote) {
        return i + 1;
      }
    }
    return sql.length();
  }

  private static int endOfBracketedComment(String sql, int at) {
    int depth = 0;
    for (int i = at; i < sql.length() - 1; i++) {
      if (sql.startsWith("/*", i)) {
        depth++;
        i++;
      } else if (sql.startsWith("*/", i)) {
        depth--;
        i++;
        if (depth == 0) {
          return i + 1;
        }
      }
    }
    return sql.length();
  }
}
