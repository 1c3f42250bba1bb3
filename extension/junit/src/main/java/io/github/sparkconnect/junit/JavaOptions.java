package io.github.sparkconnect.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Takes lines of JVM options apart, as the JVM does with {@code JAVA_TOOL_OPTIONS}: options are
 * separated by white space, and quotes of either kind keep white space together.
 */
final class JavaOptions {

  /**
   * Options that load an agent. A debug agent of a test JVM would fight with the member's over the
   * port, a coverage agent over the file.
   */
  private static final Pattern AGENT =
      Pattern.compile("-(javaagent:|agentlib:|agentpath:|Xrun|Xdebug$|Xnoagent$).*");

  private JavaOptions() {}

  /**
   * Returns the options of the line without their quotes.
   *
   * @throws IllegalArgumentException if a quote is not closed
   */
  static List<String> arguments(String line) {
    List<String> result = new ArrayList<>();
    for (String raw : tokens(line)) {
      result.add(unquote(raw));
    }
    return List.copyOf(result);
  }

  /** Returns the line without options that load an agent, the others spelt as they were. */
  static String withoutAgents(String line) {
    List<String> kept = new ArrayList<>();
    for (String raw : tokensOrWords(line)) {
      if (!isAgent(unquote(raw))) {
        kept.add(raw);
      }
    }
    return String.join(" ", kept);
  }

  static boolean isAgent(String option) {
    return AGENT.matcher(option).matches();
  }

  private static List<String> tokensOrWords(String line) {
    try {
      return tokens(line);
    } catch (IllegalArgumentException e) {
      // Not for us to complain about: the JVM will.
      return List.of(line.strip().split("\\s+"));
    }
  }

  private static List<String> tokens(String line) {
    List<String> tokens = new ArrayList<>();
    StringBuilder token = new StringBuilder();
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote == 0 && Character.isWhitespace(c)) {
        if (!token.isEmpty()) {
          tokens.add(token.toString());
          token.setLength(0);
        }
        continue;
      }
      token.append(c);
      if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      }
    }
    if (quote != 0) {
      throw new IllegalArgumentException("expected a closing " + quote);
    }
    if (!token.isEmpty()) {
      tokens.add(token.toString());
    }
    return tokens;
  }

  private static String unquote(String token) {
    StringBuilder text = new StringBuilder();
    char quote = 0;
    for (int i = 0; i < token.length(); i++) {
      char c = token.charAt(i);
      if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }
}
