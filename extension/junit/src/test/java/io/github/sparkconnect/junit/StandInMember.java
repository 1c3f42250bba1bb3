package io.github.sparkconnect.junit;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import javax.tools.ToolProvider;
import org.awaitility.Awaitility;

/**
 * A program of the member's name that starts in a moment: it writes down what it was started with
 * and then waits for its end.
 */
final class StandInMember {

  private static final String SOURCE =
      """
      package io.github.sparkconnect.member;

      import java.nio.file.*;
      import java.util.*;

      public class SparkConnectMemberMain {
        public static void main(String[] args) throws Exception {
          Properties report = new Properties();
          System.getProperties().forEach((k, v) -> report.put("property." + k, v));
          System.getenv().forEach((k, v) -> report.put("environment." + k, v));
          for (int i = 0; i < args.length; i++) {
            report.setProperty("argument." + i, args[i]);
          }
          report.setProperty("zone", TimeZone.getDefault().getID());
          report.setProperty("locale", Locale.getDefault().toLanguageTag());
          report.setProperty("charset", java.nio.charset.Charset.defaultCharset().name());
          report.setProperty("directory", Path.of("").toAbsolutePath().toString());
          report.setProperty("maxHeap", Long.toString(Runtime.getRuntime().maxMemory()));
          report.setProperty("temp", Files.createTempFile("a", "b").toString());
          Path directory = Path.of(args[0], "member-" + args[1]);
          Path draft = directory.resolve("report.tmp");
          try (var out = Files.newBufferedWriter(draft)) {
            report.store(out, null);
          }
          Files.move(draft, directory.resolve("report.properties"), StandardCopyOption.ATOMIC_MOVE);
          System.out.println("standing in");
          new java.util.concurrent.CountDownLatch(1).await(2, java.util.concurrent.TimeUnit.MINUTES);
        }
      }
      """;

  private StandInMember() {}

  /** Compiles it into that folder, which then belongs on a class path. */
  static Path compile(Path folder) throws IOException {
    Path source = Files.createDirectories(folder).resolve("SparkConnectMemberMain.java");
    Files.writeString(source, SOURCE);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", folder.toString(), source.toString());
    if (status != 0) {
      throw new IllegalStateException("the stand-in does not compile");
    }
    return folder;
  }

  /** Waits for what it wrote down. */
  static Map<String, String> report(Path memberDirectory) throws IOException {
    Path file = memberDirectory.resolve("report.properties");
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(file));
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    Map<String, String> report = new TreeMap<>();
    properties.forEach((key, value) -> report.put(key.toString(), value.toString()));
    return report;
  }

  static List<String> commandLine(long pid) throws IOException {
    return List.of(Files.readString(Path.of("/proc/" + pid + "/cmdline")).split("\0"));
  }
}
