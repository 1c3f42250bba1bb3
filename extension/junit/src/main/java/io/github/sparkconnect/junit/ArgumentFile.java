package io.github.sparkconnect.junit;

import java.util.List;

/**
 * Writes arguments the way the {@code java} launcher reads them from an {@code @file}: each in
 * double quotes, in which a backslash escapes, so that blanks, quotes, {@code #} and line breaks
 * are nothing special.
 */
final class ArgumentFile {

  private ArgumentFile() {}

  static String text(List<String> arguments) {
    StringBuilder text = new StringBuilder();
    for (String argument : arguments) {
      text.append('"');
      for (int i = 0; i < argument.length(); i++) {
        char c = argument.charAt(i);
        switch (c) {
          case '\\', '"' -> text.append('\\').append(c);
          case '\n' -> text.append("\\n");
          case '\r' -> text.append("\\r");
          case '\t' -> text.append("\\t");
          case '\f' -> text.append("\\f");
          default -> text.append(c);
        }
      }
      text.append("\"\n");
    }
    return text.toString();
  }
}
