package io.github.sparkconnect.junit;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How the text of a setting becomes a value.
 *
 * @param name what the documentation calls it
 * @param parser throws {@link IllegalArgumentException} saying what is expected
 */
record SettingType<T>(String name, Function<String, T> parser) {

  static final SettingType<String> TEXT = new SettingType<>("text", Function.identity());

  static final SettingType<String> ENDPOINT = new SettingType<>("`sc://` URL", Remote::parse);

  static final SettingType<Path> PATH = new SettingType<>("path", SettingType::path);

  static final SettingType<Duration> DURATION = new SettingType<>("duration", Durations::parse);

  static final SettingType<Integer> COUNT = new SettingType<>("number, at least 1", s -> count(s));

  static final SettingType<Boolean> FLAG =
      new SettingType<>("`true` or `false`", SettingType::flag);

  /** Texts separated by commas or line breaks. */
  static final SettingType<List<String>> LIST =
      new SettingType<>("list, comma-separated", s -> split(s, "[,\\r\\n]+"));

  /** Pairs separated by semicolons or line breaks, because values may have commas. */
  static final SettingType<SortedMap<String, String>> PAIRS =
      new SettingType<>(
          "`key=value` pairs, semicolon-separated", s -> KeyValues.parse(split(s, "[;\\r\\n]+")));

  /** Command line arguments separated by blanks, those with blanks in quotes. */
  static final SettingType<List<String>> ARGUMENTS =
      new SettingType<>("arguments, blank-separated", JavaOptions::arguments);

  /** A type whose values are the names of constants, in upper or lower case. */
  static <E extends Enum<E>> SettingType<E> oneOf(List<E> constants) {
    String names =
        constants.stream().map(Enum::name).collect(Collectors.joining("` or `", "`", "`"));
    return new SettingType<>(
        names,
        text ->
            constants.stream()
                .filter(constant -> constant.name().equals(text.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected " + names)));
  }

  private static Path path(String text) {
    try {
      return Path.of(text).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      // The usual case is a name that the JVM's file name encoding cannot express.
      throw new IllegalArgumentException(
          "expected a path that this JVM can open ("
              + e.getReason()
              + "; its file name encoding is "
              + System.getProperty("sun.jnu.encoding")
              + ", a locale such as LC_ALL=C.UTF-8 makes it UTF-8)",
          e);
    }
  }

  private static int count(String text) {
    // Integer.parseInt would accept the digits of every script.
    if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) == 0) {
      throw new IllegalArgumentException("expected a whole number, at least 1");
    }
    return Integer.parseInt(text);
  }

  private static boolean flag(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("expected true or false");
    };
  }

  private static List<String> split(String text, String separator) {
    List<String> parts = new ArrayList<>();
    for (String part : text.split(separator, -1)) {
      if (!part.isBlank()) {
        parts.add(part.strip());
      }
    }
    return List.copyOf(parts);
  }
}
