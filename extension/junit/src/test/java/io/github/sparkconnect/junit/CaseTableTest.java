package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each case from the field has a test; the table {@code cases.txt} says which. */
class CaseTableTest {

  private static final Path ROOT = Path.of("../..");
  private static final Pattern ROW =
      Pattern.compile("(?<name>C\\d\\d)  (?<title>\\S.*?) *: (?<tests>\\S.*)");

  /** A class or method that says by its name which case it tries. */
  private static final Pattern NAMED =
      Pattern.compile("\\b(?:class C|void c)(?<number>\\d\\d)[A-Z]");

  private static final Pattern TEST =
      Pattern.compile("@(?:Test|ParameterizedTest|RepeatedTest|Property|TestFactory)\\b");
  private static final Map<String, List<String>> TABLE = new TreeMap<>();
  private static final Map<String, String> SOURCES = new TreeMap<>();

  @BeforeAll
  static void read() throws IOException {
    for (String line : Files.readAllLines(Path.of("src/test/resources/cases.txt"))) {
      if (!line.isBlank() && !line.startsWith("#")) {
        Matcher row = ROW.matcher(line);
        assertThat(row.matches()).as(line).isTrue();
        assertThat(TABLE.put(row.group("name"), List.of(row.group("tests").split(" "))))
            .as("the other row of " + row.group("name"))
            .isNull();
      }
    }
    for (String folder : List.of("extension", "examples", "src-it")) {
      for (Path file : testSources(ROOT.resolve(folder))) {
        SOURCES.put(name(file), Files.readString(file));
      }
    }
  }

  private static List<Path> testSources(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().contains("/src/test/java/"))
          .filter(file -> file.toString().endsWith("Test.java"))
          .toList();
    }
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName()).replace(".java", "");
  }

  @Test
  void hasEachCase() {
    assertThat(TABLE.keySet())
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 24).mapToObj(i -> String.format("C%02d", i)).toList());
  }

  @Test
  void namesTestsThatExist() {
    TABLE.forEach(
        (name, tests) ->
            assertThat(tests)
                .as(name)
                .allSatisfy(
                    test -> {
                      if (test.contains("/")) {
                        assertThat(ROOT.resolve(test)).content().contains(name);
                      } else {
                        assertThat(SOURCES).containsKey(test);
                        assertThat(SOURCES.get(test)).as(test).containsPattern(TEST);
                      }
                    }));
  }

  @Test
  void hasEachTestThatIsNamedAfterACase() {
    List<String> missing = new ArrayList<>();
    SOURCES.forEach(
        (test, source) -> {
          Matcher named = NAMED.matcher(source);
          TreeSet<String> cases = new TreeSet<>();
          while (named.find()) {
            cases.add("C" + named.group("number"));
          }
          cases.stream()
              .filter(name -> !TABLE.getOrDefault(name, List.of()).contains(test))
              .forEach(name -> missing.add(name + " " + test));
        });
    assertThat(missing).isEmpty();
  }
}
