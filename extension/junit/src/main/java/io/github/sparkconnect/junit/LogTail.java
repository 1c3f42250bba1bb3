package io.github.sparkconnect.junit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The last lines of a log, for messages. Reads a bounded piece, however long the file and its lines
 * are, and never shows a token.
 *
 * @param file where the log is
 * @param lines without line breaks, the newest last
 */
record LogTail(Path file, List<String> lines) {

  private static final int BYTES = 32 << 10;
  private static final int LONGEST_LINE = 500;
  private static final Pattern TOKEN =
      Pattern.compile("(?i)(token[\"']?\\s*[=:]\\s*[\"']?|bearer\\s+)[A-Za-z0-9._~+/=-]{8,}");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}&&[^\\t]]");

  LogTail {
    lines = List.copyOf(lines);
  }

  /**
   * Reads the end of a log; one that is absent or unreadable has no lines.
   *
   * @param most how many lines, at least 1
   */
  static LogTail read(Path file, int most) {
    try {
      List<String> lines = FileEnd.read(file, 0, BYTES).lines().map(LogTail::presentable).toList();
      return new LogTail(file, lines.subList(Math.max(0, lines.size() - most), lines.size()));
    } catch (IOException e) {
      return new LogTail(file, List.of());
    }
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** Returns a block for the end of a message; it says so if there are no lines. */
  String describe() {
    return isEmpty()
        ? "Nothing is in its log " + file + "."
        : "The last lines of its log "
            + file
            + ":\n----- log -----\n"
            + String.join("\n", lines)
            + "\n----- end of log -----";
  }

  /** Returns the line without what could be a token, control characters and excess length. */
  static String presentable(String line) {
    String safe = TOKEN.matcher(line).replaceAll("$1***");
    String plain = CONTROL.matcher(safe).replaceAll("?");
    return plain.length() <= LONGEST_LINE ? plain : plain.substring(0, LONGEST_LINE) + "...";
  }
}
