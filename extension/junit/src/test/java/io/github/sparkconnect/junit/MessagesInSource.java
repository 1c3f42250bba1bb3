package io.github.sparkconnect.junit;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The pieces of text in our own source files that are long enough to be read as sentences. */
final class MessagesInSource {

  /** A piece of a message, up to the next value in it. */
  record Piece(String file, String text) {}

  private static final int FEWEST_WORDS = 4;

  private static final Pattern TOKEN =
      Pattern.compile(
          "/\\*.*?\\*/|//[^\\n]*|'(?:[^'\\\\]|\\\\.)+'|\"(?<text>(?:[^\"\\\\]|\\\\.)*)\"",
          Pattern.DOTALL);

  /** What the command line's help shows. */
  private static final String HELP = "description =";

  private static final Pattern VALUE = Pattern.compile("\\{}|%[.0-9]*[a-z]|\\\\n");

  private MessagesInSource() {}

  /** Reads all source files but those of the classes with these names. */
  static List<Piece> read(Set<String> without) throws IOException {
    List<Piece> pieces = new ArrayList<>();
    for (String module : List.of("pool", "member", "junit")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
        for (Path file : (Iterable<Path>) files.filter(f -> name(f).endsWith(".java"))::iterator) {
          String type = name(file).replace(".java", "");
          if (!without.contains(type)) {
            pieces(Files.readString(file), FEWEST_WORDS)
                .forEach(text -> pieces.add(new Piece(type, text)));
          }
        }
      }
    }
    return pieces;
  }

  /** Reads the texts of three words or more in the tests of that name, in whatever module. */
  static List<String> ofTests(String name) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String module : List.of("pool", "member", "junit")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src/test/java"))) {
        for (Path file :
            (Iterable<Path>) files.filter(f -> name(f).equals(name + ".java"))::iterator) {
          pieces(Files.readString(file), 3).forEach(texts::add);
        }
      }
    }
    return texts;
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  /** Texts that only a plus sign separates are one; what few see, or only ask for, is left out. */
  private static Stream<String> pieces(String source, int fewestWords) {
    StringBuilder found = new StringBuilder();
    boolean shown = true;
    int end = 0;
    for (Matcher token = TOKEN.matcher(source); token.find(); ) {
      String text = token.group("text");
      if (text != null) {
        String between = source.substring(end, token.start()).strip();
        boolean goesOn = between.equals("+");
        shown = goesOn ? shown : !between.contains("LOG.debug(") && !between.endsWith(HELP);
        if (shown) {
          found.append(goesOn ? "" : "\n").append(text);
        }
        end = token.end();
      }
    }
    return found
        .toString()
        .lines()
        .flatMap(line -> Arrays.stream(VALUE.split(line, -1)))
        .map(MessagesInSource::plain)
        .filter(text -> text.split(" ", -1).length >= fewestWords);
  }

  /** Without the differences that line breaks and escapes make. */
  static String plain(String text) {
    return text.replace("\\\"", "\"")
        .lines()
        .map(String::strip)
        .collect(joining(" "))
        .strip()
        .replaceAll("\\s+", " ");
  }
}
