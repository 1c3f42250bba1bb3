package io.github.sparkconnect.member;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.connector.ExternalCommandRunner;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What code of a test can do to the server's JVM, such as a UDF: run there by name. */
public final class Meddler implements ExternalCommandRunner {

  private static final Logger LOG = LoggerFactory.getLogger("some.library");

  /** As a static field of the code under test would. */
  private static final List<byte[]> BALLAST = new ArrayList<>();

  private static volatile boolean mayEnd;

  /** Made by Spark. */
  public Meddler() {}

  @Override
  public String[] executeCommand(String command, CaseInsensitiveStringMap options) {
    SparkContext context = SparkContext.getOrCreate();
    String answer = "\"done\"";
    switch (command) {
      case "count running tasks" -> answer = Integer.toString(SparkInternals.runningTasks(context));
      case "add a property" -> System.setProperty("meddler", "was here");
      case "change a property" -> System.setProperty("user.language", "xx");
      case "remove a property" -> System.clearProperty("java.io.tmpdir");
      case "set the time zone" -> TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
      case "set the locale" -> Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      case "set the format locale" ->
          Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG"));
      case "set the log level" -> context.setLogLevel("TRACE");
      case "set a Hadoop option" -> context.hadoopConfiguration().set("meddler", "was here");
      case "remove a Hadoop option" -> context.hadoopConfiguration().unset("io.file.buffer.size");
      case "set the checkpoint folder" ->
          context.setCheckpointDir(System.getProperty("java.io.tmpdir"));
      case "persist an RDD" ->
          JavaSparkContext.fromSparkContext(context).parallelize(List.of(1, 2)).cache().count();
      case "run a task that cannot be stopped" -> runStubbornTask(context);
      case "let that task end" -> mayEnd = true;
      case "log 40 MB" -> log();
      case "delete the scratch folders" -> deleteScratch();
      case "fill the heap" -> fillHeap();
      case "empty the heap" -> {
        BALLAST.clear();
        System.gc();
      }
      case "stop the context" -> context.stop();
      default -> throw new IllegalArgumentException(command);
    }
    return new String[] {answer};
  }

  private static void runStubbornTask(SparkContext context) {
    Thread thread =
        new Thread(
            () ->
                JavaSparkContext.fromSparkContext(context)
                    .parallelize(List.of(1), 1)
                    .foreach(x -> spin()));
    thread.setDaemon(true);
    thread.start();
    while (SparkInternals.runningTasks(context) == 0) {
      Thread.onSpinWait();
    }
  }

  /** Deaf to everything but {@link #mayEnd}. */
  private static void spin() {
    while (!mayEnd) {
      Thread.onSpinWait();
    }
  }

  private static void fillHeap() {
    while (Health.heapPercentAfterCollection() < 85) {
      for (int i = 0; i < 8; i++) {
        BALLAST.add(new byte[1 << 20]);
      }
      System.gc();
    }
  }

  private static void log() {
    String line = "x".repeat(1000);
    for (int i = 0; i < 20_000; i++) {
      LOG.debug("{} {}", i, line);
      System.out.println(line);
    }
  }

  private static void deleteScratch() {
    for (var folder : SparkEnv.get().blockManager().diskBlockManager().localDirs()) {
      try {
        Path path = folder.toPath();
        Trees.delete(path);
        // A file, or else Spark would make the folder again when it needs it.
        Files.createFile(path);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
