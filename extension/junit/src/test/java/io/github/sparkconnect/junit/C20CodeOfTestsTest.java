package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.Serializable;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import scala.Tuple2;

/** CASES C20: the code of tests runs on the server as it is now, and nobody else's. */
class C20CodeOfTestsTest {

  /** A test class of always the same name, whose lambda appends another letter each time. */
  private static final String SOURCE =
      """
      package edited;

      import io.github.sparkconnect.junit.*;
      import java.util.List;
      import org.apache.spark.api.java.function.MapFunction;
      import org.apache.spark.sql.*;
      import org.junit.jupiter.api.*;

      @SparkConnectServer
      class EditedTest {
        @Test
        void test(SparkSession spark, SparkConnectMember member) {
          System.setProperty("c20.member", member.uid().orElseThrow());
          Assertions.assertEquals(
              List.of("word LETTER"),
              spark
                  .createDataset(List.of("word"), Encoders.STRING())
                  .map((MapFunction<String, String>) text -> append(text), Encoders.STRING())
                  .collectAsList());
        }

        private static String append(String text) {
          return text + " LETTER";
        }
      }
      """;

  @TempDir private Path folder;

  private EngineExecutionResults runEdited(String project, String letter) throws Exception {
    Path classes = Files.createDirectories(folder.resolve(project));
    Path source = classes.resolve("EditedTest.java");
    Files.writeString(source, SOURCE.replace("LETTER", letter));
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-classpath",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                source.toString());
    assertThat(status).isZero();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      // Spark's client looks with it for what it sends.
      thread.setContextClassLoader(loader);
      return EngineTestKit.engine("junit-jupiter")
          .selectors(selectClass(loader.loadClass("edited.EditedTest")))
          .execute();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private String memberOf(EngineExecutionResults results) {
    assertThat(results.allEvents().failed().stream().map(Failures::of)).isEmpty();
    return System.getProperty("c20.member", "");
  }

  @Test
  void editedCodeAndOtherProjectsCodeOfTheSameNameOnTheSameServer() throws Exception {
    try {
      String member = memberOf(runEdited("before", "a"));

      assertThat(memberOf(runEdited("after", "b"))).isEqualTo(member);
      assertThat(memberOf(runEdited("before-again", "a"))).isEqualTo(member);
      assertThat(memberOf(runEdited("elsewhere", "c"))).isEqualTo(member);
    } finally {
      System.clearProperty("c20.member");
    }
  }

  @Test
  void allShapesOfCode() {
    EngineExecutionResults results = JupiterRun.of(Shapes.class);

    assertThat(results.allEvents().failed().stream().map(Failures::of)).isEmpty();
    results.testEvents().assertStatistics(counts -> counts.succeeded(7));
  }

  /** Once it does, README need not send anybody to Java's serialisation any more. */
  @Test
  void sparksBeanEncoderDoesNotKnowRecords() {
    assertThat(Encoders.bean(Pair.class).schema().fieldNames()).isEmpty();
  }

  @SparkConnectServer
  static class Shapes {

    private static List<String> mapped(SparkSession spark, MapFunction<String, String> function) {
      return spark
          .createDataset(List.of("a", "b"), Encoders.STRING())
          .map(function, Encoders.STRING())
          .collectAsList();
    }

    @Test
    void lambda(SparkSession spark) {
      String captured = "!";
      assertThat(mapped(spark, text -> text + captured)).containsExactly("a!", "b!");
    }

    @Test
    void methodReference(SparkSession spark) {
      assertThat(mapped(spark, Shapes::twice)).containsExactly("aa", "bb");
    }

    private static String twice(String text) {
      return text + text;
    }

    @Test
    void nestedClass(SparkSession spark) {
      assertThat(mapped(spark, new Suffix("?"))).containsExactly("a?", "b?");
    }

    @Test
    void typedElement(SparkSession spark) {
      Dataset<Word> words =
          spark
              .createDataset(List.of("a", "bc"), Encoders.STRING())
              .map((MapFunction<String, Word>) Word::of, Encoders.bean(Word.class));

      assertThat(words.collectAsList()).extracting(Word::getLength).containsExactly(1, 2);
    }

    @Test
    void recordInsideALambda(SparkSession spark) {
      assertThat(mapped(spark, text -> Pair.of(text).toString()))
          .containsExactly("Pair[text=a, length=1]", "Pair[text=b, length=1]");
    }

    @Test
    void capturedRecord(SparkSession spark) {
      Pair captured = new Pair("!", 3);
      assertThat(mapped(spark, text -> text + captured.text().repeat(captured.length())))
          .containsExactly("a!!!", "b!!!");
    }

    @Test
    void recordAsTypedElement(SparkSession spark) {
      Dataset<Pair> pairs =
          spark
              .createDataset(List.of(new Pair("ab", 2)), Encoders.javaSerialization(Pair.class))
              .map(
                  (MapFunction<Pair, Pair>) pair -> Pair.of(pair.text() + "c"),
                  Encoders.javaSerialization(Pair.class))
              .filter((FilterFunction<Pair>) pair -> pair.length() == 3);

      assertThat(pairs.collectAsList()).containsExactly(new Pair("abc", 3));
      assertThat(
              pairs
                  .groupByKey((MapFunction<Pair, Integer>) Pair::length, Encoders.INT())
                  .count()
                  .collectAsList())
          .containsExactly(new Tuple2<>(3, 1L));
    }
  }

  /** Public, which Spark asks of what is the element of a dataset. */
  public record Pair(String text, int length) implements Serializable {
    static Pair of(String text) {
      return new Pair(text, text.length());
    }
  }

  record Suffix(String suffix) implements MapFunction<String, String> {
    @Override
    public String call(String text) throws IOException {
      return text + suffix;
    }
  }

  /** A bean, which is what Spark knows as a type of Java's. */
  public static final class Word {
    private String text = "";
    private int length;

    static Word of(String text) {
      Word word = new Word();
      word.setText(text);
      word.setLength(text.length());
      return word;
    }

    public String getText() {
      return text;
    }

    public void setText(String newText) {
      text = newText;
    }

    public int getLength() {
      return length;
    }

    public void setLength(int newLength) {
      length = newLength;
    }
  }
}
