package io.github.sparkconnect.pool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/** Files that are no records, damaged in any way: each reader has one documented answer to that. */
class OutsideTextPropertiesTest {

  private static final int TRIES = 300;
  private Path folder = Path.of("/");

  @BeforeProperty
  void make() throws IOException {
    folder = Files.createTempDirectory("outside");
  }

  @AfterProperty
  void remove() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static byte[] damaged(byte[] good, int at, byte[] overwritten, boolean cut) {
    int start = Math.floorMod(at, good.length);
    int end = cut ? Math.min(good.length, start + overwritten.length) : good.length;
    byte[] bytes = java.util.Arrays.copyOf(good, end);
    for (int i = 0; i < overwritten.length && start + i < bytes.length; i++) {
      bytes[start + i] = overwritten[i];
    }
    return bytes;
  }

  private static void write(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] goodSpec() throws IOException {
    Path file = folder.resolve("good.json");
    new LaunchSpec(
            new Uid("0123456789ab"),
            new Fingerprint("0".repeat(64), new TreeMap<>(Map.of("heap", "1g"))),
            "4.2.0",
            "local[2]",
            new TreeMap<>(Map.of("spark.a", "b")),
            List.of(Path.of("/c.sql")),
            new LaunchSpec.IdleWork(true, Optional.of(Path.of("/classes.jsa"))),
            Duration.ofMinutes(2),
            Duration.ofMinutes(30),
            Instant.ofEpochMilli(1_700_000_000_000L))
        .write(file);
    return Files.readAllBytes(file);
  }

  @Property(tries = TRIES)
  void aLaunchSpecification(
      @ForAll @IntRange(max = 2_000) int at, @ForAll byte[] overwritten, @ForAll boolean cut)
      throws IOException {
    write(folder.resolve("launch.json"), damaged(goodSpec(), at, overwritten, cut));
    readSpec();
  }

  private void readSpec() {
    try {
      LaunchSpec.read(folder.resolve("launch.json"));
    } catch (PoolException e) {
      assertThat(e).hasMessageContaining("launch.json");
    }
  }

  /** Was a NullPointerException. */
  @Example
  void aLaunchSpecificationWithAScriptThatIsNoText() throws IOException {
    String text = new String(goodSpec(), UTF_8).replace("\"/c.sql\"", "7");
    write(folder.resolve("launch.json"), text.getBytes(UTF_8));
    assertThatThrownBy(() -> LaunchSpec.read(folder.resolve("launch.json")))
        .isInstanceOf(PoolException.class)
        .hasMessageContaining("init is an array of strings");
  }

  @Property(tries = TRIES)
  void theHashesOfFiles(
      @ForAll @IntRange(max = 2_000) int at, @ForAll byte[] overwritten, @ForAll boolean cut)
      throws Exception {
    String good =
        "{\"format\":1,\"files\":[{\"path\":\"/a/b.jar\",\"stamp\":\"1 2 3\",\"sha256\":\""
            + "0f".repeat(32)
            + "\"}]}";
    write(folder.resolve("hashes.json"), damaged(good.getBytes(UTF_8), at, overwritten, cut));
    hash();
  }

  private void hash() throws Exception {
    Path jar = Path.of(Property.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String fresh = ContentHashes.open(folder.resolve("none/hashes.json")).classPath(List.of(jar));
    assertThat(ContentHashes.open(folder.resolve("hashes.json")).classPath(List.of(jar)))
        .isEqualTo(fresh);
  }

  /** Was an InvalidPathException, as is a name that the JVM's encoding cannot express. */
  @Example
  void theHashOfAFileThatCannotBeNamed() throws Exception {
    String text =
        "{\"format\":1,\"files\":[{\"path\":\"/a\\u0000b\",\"stamp\":\"1 2 3\",\"sha256\":\""
            + "0f".repeat(32)
            + "\"}]}";
    write(folder.resolve("hashes.json"), text.getBytes(UTF_8));
    hash();
  }

  @Property(tries = TRIES)
  void theHolderOfTheLock(@ForAll byte[] bytes) {
    Path file = folder.resolve(".lock-holder");
    write(file, bytes);
    assertThat(new LockHolder(file, folder.resolve(".lock")).describe()).isNotBlank();
  }

  @Property(tries = TRIES)
  void theMarkOfASentSignal(@ForAll byte[] bytes) throws IOException {
    PoolFixture fixture = new PoolFixture(Files.createTempDirectory(folder, "p").resolve("pool"));
    MemberRecord member = fixture.published();
    Path mark = fixture.directory.memberDirectory(member.uid()).resolve("term-sent");
    write(mark, bytes);
    Ending ending = new Ending(fixture.directory, fixture.processes, fixture.clock);
    assertThat(ending.step(member.uid(), member.process())).isNotNull();
  }
}
