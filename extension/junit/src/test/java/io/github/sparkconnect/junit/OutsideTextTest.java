package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever comes from outside gives a value or the error that is documented, and no other: the
 * reset's answer, settings, the list of a class path, the command line. Good examples are damaged
 * at random; {@code -Dfuzz.seed=1} repeats a run.
 */
class OutsideTextTest {

  private static final int ROUNDS = 3_000;
  private static final long SEED =
      Optional.ofNullable(Long.getLong("fuzz.seed")).orElse(System.currentTimeMillis());
  private static final String NOISE =
      "{}[]\",:;=\\0123456789-+.eE/%'\u0000\n\t \u00fc\u6587\ud83d@*$#~";

  private final Random random = new Random(SEED);

  /** Cuts, repeats, replaces or adds something. */
  private String damaged(String text) {
    StringBuilder result = new StringBuilder(text);
    for (int times = 1 + random.nextInt(4); times > 0; times--) {
      int at = random.nextInt(result.length() + 1);
      int end = Math.min(result.length(), at + random.nextInt(12));
      switch (random.nextInt(4)) {
        case 0 -> result.delete(at, end);
        case 1 -> result.insert(at, result.substring(at, end));
        case 2 -> result.setLength(at);
        default -> result.insert(at, NOISE.charAt(random.nextInt(NOISE.length())));
      }
    }
    return result.toString();
  }

  private static void onlyThrows(Class<? extends Exception> expected, String text, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      if (!expected.isInstance(e)) {
        fail("-Dfuzz.seed=" + SEED + ": '" + text + "'", e);
      }
      assertThat(e).hasMessageMatching("(?s).*\\S.*");
    }
  }

  @Test
  void theAnswerToAReset() {
    String good =
        "{\"format\":1,\"removed\":[\"tables: 1\"],\"residue\":[\"jars: 1\"],\"problems\":[],\"ms\":3}";
    assertThat(ControlAnswer.parse(good).fit()).isFalse();
    for (int round = 0; round < ROUNDS; round++) {
      String text = damaged(good);
      onlyThrows(SparkConnectException.class, text, () -> ControlAnswer.parse(text).fit());
      onlyThrows(SparkConnectException.class, text, () -> ControlAnswer.parsePing(text).fit());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"format\":1}",
        "{\"format\":1,\"removed\":[],\"problems\":[]}",
        "{\"format\":1,\"removed\":[],\"residue\":\"jars: 1\",\"problems\":[]}",
        "{\"format\":1,\"removed\":[],\"residue\":{\"jars\":1},\"problems\":[]}",
        "{\"format\":1,\"removed\":[],\"residue\":null,\"problems\":[]}",
        "{\"format\":1,\"removed\":[],\"residue\":[[]],\"problems\":[]}",
        "{\"format\":true,\"removed\":[],\"residue\":[],\"problems\":[]}",
        "{\"format\":1.5,\"removed\":[],\"residue\":[],\"problems\":[]}",
        "{\"format\":\"1\",\"removed\":[],\"residue\":[],\"problems\":[]}",
        "[]",
        "",
        "null"
      })
  void anAnswerThatIsNotWholeIsNoCleanBillOfHealth(String text) {
    assertThatThrownBy(() -> ControlAnswer.parse(text))
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("The member's answer ");
  }

  @Test
  void settings() {
    List<String> seeds =
        List.of(
            "30s",
            "PT5M",
            "1",
            "true",
            "a=b;c=d",
            "-Xmx1g -Dx='a b' \"y\"",
            "/tmp/x",
            "sc://host:1/;token=secret;use_ssl=true",
            "a:b:1,c:d:2",
            "local[2]",
            "PER_METHOD");
    for (int round = 0; round < ROUNDS; round++) {
      String text = damaged(seeds.get(random.nextInt(seeds.size())));
      Setting<?> setting = Settings.ALL.get(random.nextInt(Settings.ALL.size()));
      Properties properties = new Properties();
      properties.setProperty(setting.key(), text);
      Settings given = Settings.of(key -> Optional.empty(), properties, Map.of());
      onlyThrows(SettingException.class, setting.key() + "=" + text, () -> given.find(setting));
    }
  }

  @Test
  void theListOfAClassPath(@TempDir Path temp) throws IOException {
    List<Path> resolved = new ArrayList<>();
    for (String name : List.of("a.jar", "b c.jar", "d.jar")) {
      resolved.add(Files.writeString(temp.resolve(name), name));
    }
    ClassPathCache cache = new ClassPathCache(temp.resolve("cache"), Duration.ofSeconds(1));
    Path list = temp.resolve("cache/classpath-x.txt");
    assertThat(cache.get("x", () -> resolved)).isEqualTo(resolved);
    String good = Files.readString(list);
    for (int round = 0; round < 300; round++) {
      String text = damaged(good);
      Files.write(list, text.getBytes(StandardCharsets.UTF_8));
      List<Path> got = cache.get("x", () -> resolved);
      assertThat(got)
          .as("-Dfuzz.seed=" + SEED + ": " + text)
          .containsAll(resolved)
          .allSatisfy(path -> assertThat(path).exists());
    }
  }

  @Test
  void theCommandLine(@TempDir Path temp) {
    List<String> words =
        List.of(
            "status",
            "stop",
            "logs",
            "--all",
            "--json",
            "--follow",
            "--lines",
            "--help",
            "-h",
            "--version",
            "0123456789ab",
            "member-0123456789ab",
            "",
            "-1",
            "--count",
            "@nothing");
    String before = System.setProperty("sparkconnect.pool.dir", temp.resolve("none").toString());
    try {
      for (int round = 0; round < 400; round++) {
        List<String> arguments = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
          String word = words.get(random.nextInt(words.size()));
          arguments.add(random.nextInt(3) == 0 ? damaged(word) : word);
        }
        StringWriter said = new StringWriter();
        int status =
            CommandLineTool.run(arguments.toArray(new String[0]), new PrintWriter(said, true));
        assertThat(status).as(arguments + " " + said).isBetween(0, 2);
        assertThat(said.toString())
            .as("-Dfuzz.seed=" + SEED + ": " + arguments)
            .doesNotContain("\tat ", "Exception:");
      }
    } finally {
      restore(before);
    }
    assertThat(temp.resolve("none")).doesNotExist();
  }

  private static void restore(@org.jspecify.annotations.Nullable String before) {
    if (before == null) {
      System.clearProperty("sparkconnect.pool.dir");
    } else {
      System.setProperty("sparkconnect.pool.dir", before);
    }
  }
}
