package io.github.sparkconnect.junit;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the documents show is in files that the build compiles and runs, and what they point to
 * exists.
 *
 * <p>A fenced block after a comment {@code <!-- from: path -->} is a part of that file, word by
 * word; after {@code <!-- not run: reason -->} it is not. Each block of code needs one of the two.
 */
class DocsTest {

  private static final Path ROOT = Path.of("../..");

  private static final Pattern BLOCK =
      Pattern.compile(
          "(?:^ *<!-- (?<kind>from|not run): (?<note>[^>]*) -->\\n)?"
              + "^ *```(?<language>[a-z]*)\\n(?<text>.*?)\\n *```$",
          Pattern.DOTALL | Pattern.MULTILINE);
  private static final Set<String> CODE = Set.of("java", "kotlin", "scala", "xml", "sql");
  private static final Pattern LINK = Pattern.compile("\\]\\((?<target>[^)#:]+)(?:#[^)]*)?\\)");
  private static final Pattern PROPERTY =
      Pattern.compile("<(?<name>[a-z]+\\.version|version)>(?<value>[^<$]+)</");

  static Stream<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"));
        Stream<Path> root = Files.list(ROOT)) {
      return Stream.of(docs, root, Stream.of(ROOT.resolve("examples/README.md")))
          .flatMap(paths -> paths)
          .filter(path -> path.toString().endsWith(".md"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void showsWhatIsCompiledAndRun(Path document) throws IOException {
    Matcher block = BLOCK.matcher(Files.readString(document));
    while (block.find()) {
      String text = block.group("text");
      if ("from".equals(block.group("kind"))) {
        assertThat(plain(read(block.group("note").strip())))
            .as(block.group("note"))
            .contains(plain(text));
      } else if (block.group("kind") == null) {
        assertThat(block.group("language")).as(text).isNotIn(CODE);
      }
    }
  }

  @Test
  void theReadmePointsToEachPage() throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      assertThat(docs)
          .allSatisfy(page -> assertThat(readme).contains("docs/" + page.getFileName()));
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void pointsToWhatExists(Path document) throws IOException {
    Matcher link = LINK.matcher(Files.readString(document));
    while (link.find()) {
      assertThat(document.resolveSibling(link.group("target"))).exists();
    }
  }

  /** With the values that this build puts into the files of whole projects. */
  private static String read(String file) throws IOException {
    String text = Files.readString(ROOT.resolve(file));
    Matcher property = PROPERTY.matcher(Files.readString(ROOT.resolve("pom.xml")));
    while (property.find()) {
      String name =
          property.group("name").equals("version") ? "project.version" : property.group("name");
      text =
          text.replace("@" + name + "@", property.group("value"))
              .replace("${" + name + "}", property.group("value"));
    }
    return text;
  }

  /** Without indentation, for a block may be a part. */
  private static String plain(String text) {
    return text.lines().map(String::strip).collect(joining("\n"));
  }
}
