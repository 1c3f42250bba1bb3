package io.github.sparkconnect.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Medians of what was measured in turns, as Markdown and as a plot. */
final class Table {

  private final String title;
  private final Map<String, Map<String, List<Long>>> rows = new LinkedHashMap<>();

  Table(String title) {
    this.title = title;
  }

  void add(String row, String column, long millis) {
    rows.computeIfAbsent(row, key -> new LinkedHashMap<>())
        .computeIfAbsent(column, key -> new ArrayList<>())
        .add(millis);
  }

  private List<Long> sorted(String row, String column) {
    return rows.getOrDefault(row, Map.of()).getOrDefault(column, List.of()).stream()
        .sorted()
        .toList();
  }

  double median(String row, String column) {
    List<Long> sorted = sorted(row, column);
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2.0;
  }

  /**
   * @param column whose ratios are shown, too
   * @param bases the rows that others are compared with
   */
  String markdown(String column, List<String> bases) {
    StringBuilder text = new StringBuilder("\n### " + title + "\n\n|");
    List<String> columns = new ArrayList<>(rows.values().iterator().next().keySet());
    text.append(" |");
    columns.forEach(name -> text.append(' ').append(name).append(" |"));
    bases.forEach(base -> text.append(" of (").append(base.charAt(0)).append(") |"));
    text.append("\n|---|").append("---|".repeat(columns.size() + bases.size())).append('\n');
    for (String row : rows.keySet()) {
      text.append("| ").append(row).append(" |");
      for (String name : columns) {
        List<Long> times = sorted(row, name);
        text.append(
            String.format(
                Locale.ROOT,
                " %.1f s (%.1f to %.1f) |",
                median(row, name) / 1000,
                times.get(0) / 1000.0,
                times.get(times.size() - 1) / 1000.0));
      }
      for (String base : bases) {
        text.append(
            rows.containsKey(base)
                ? String.format(Locale.ROOT, " %.2f |", median(row, column) / median(base, column))
                : " |");
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** A bar for each row. */
  String svg(String column) {
    int width = 720;
    int line = 28;
    double longest = rows.keySet().stream().mapToDouble(row -> median(row, column)).max().orElse(1);
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d'"
                + " font-family='sans-serif' font-size='13'>%n<text x='4' y='18'>%s</text>%n",
            width,
            line * (rows.size() + 1),
            title));
    int y = line;
    for (String row : rows.keySet()) {
      double value = median(row, column);
      double bar = value / longest * (width - 380);
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x='4' y='%d'>%s</text><rect x='300' y='%d' width='%.0f' height='18'"
                  + " fill='#4477aa'/><text x='%.0f' y='%d'>%.1f s</text>%n",
              y + 15,
              row,
              y,
              bar,
              306 + bar,
              y + 15,
              value / 1000));
      y += line;
    }
    return svg.append("</svg>\n").toString();
  }
}
