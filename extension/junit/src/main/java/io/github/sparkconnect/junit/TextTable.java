package io.github.sparkconnect.junit;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Columns as wide as their widest cell. */
final class TextTable {

  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... header) {
    row(header);
  }

  void row(String... cells) {
    rows.add(List.of(cells));
  }

  void print(PrintWriter out) {
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        int at = column;
        int width = rows.stream().mapToInt(cells -> cells.get(at).length()).max().orElse(0);
        line.append(row.get(column)).append(" ".repeat(width - row.get(column).length() + 2));
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
