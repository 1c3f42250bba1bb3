package io.github.sparkconnect.pool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** C01, the pool's part: state files that are none, beside good ones. */
class C01BadStateFilesTest {

  @TempDir Path temp;
  private PoolFixture fixture;
  private Pool pool;
  private MemberRecord good;

  @BeforeEach
  void openAPoolWithAGoodMember() {
    fixture = new PoolFixture(temp.resolve("pool"));
    pool = fixture.pool;
    good = fixture.published();
  }

  private Path path(EntryName name) {
    return fixture.directory.resolve(name);
  }

  /** A member whose state file then holds something else. */
  private MemberRecord spoiled(byte[] content) throws IOException {
    MemberRecord member = fixture.published();
    Files.write(path(new EntryName.Server(member.uid())), content);
    return member;
  }

  private byte[] record(MemberRecord member) throws IOException {
    return Files.readAllBytes(path(new EntryName.Server(member.uid())));
  }

  private static String logged(Runnable work) {
    PrintStream original = System.err;
    ByteArrayOutputStream captured = new ByteArrayOutputStream();
    System.setErr(new PrintStream(captured, true, UTF_8));
    try {
      work.run();
    } finally {
      System.setErr(original);
    }
    return captured.toString(UTF_8);
  }

  @Test
  @Timeout(60)
  void goodRecordsWorkEachBadFileIsWarnedAboutOnceAndLegiblePidsAreEnded() throws IOException {
    byte[] whole = record(good);
    Map<String, byte[]> contents = new LinkedHashMap<>();
    contents.put("zero bytes", new byte[0]);
    contents.put("cut mid-token", Arrays.copyOf(whole, 60));
    contents.put("binary noise", new byte[] {0, -1, 17, 0x7b, -128, 10});
    contents.put("an array", "[1,2]".getBytes(UTF_8));
    contents.put("a string", "\"server\"".getBytes(UTF_8));
    contents.put("deep", ("{\"a\":" + "[".repeat(10_000)).getBytes(UTF_8));
    contents.put("another format", "{\"format\":2}".getBytes(UTF_8));
    Map<Uid, ProcessIdentity> bad = new LinkedHashMap<>();
    for (byte[] content : contents.values()) {
      MemberRecord member = spoiled(content);
      bad.put(member.uid(), member.process());
    }
    MemberRecord huge = spoiled(whole);
    bad.put(huge.uid(), huge.process());
    try (RandomAccessFile file =
        new RandomAccessFile(path(new EntryName.Server(huge.uid())).toFile(), "rw")) {
      file.setLength(50 << 20);
    }

    String log =
        logged(
            () -> {
              pool.snapshot();
              pool.repair();
              pool.snapshot();
            });

    bad.forEach(
        (uid, process) -> {
          assertThat(log.lines().filter(line -> line.contains("server-" + uid + ".json")))
              .as("one warning per file")
              .hasSize(1)
              .allMatch(line -> line.contains("WARN"));
          // The identity came from process.json, and the process is for the reaper to end.
          assertThat(pool.snapshot().entry(uid))
              .hasValueSatisfying(
                  entry -> {
                    assertThat(entry).isInstanceOf(PoolEntry.Retired.class);
                    assertThat(entry.process()).contains(process);
                  });
        });
    assertThat(log).doesNotContain(PoolFixture.TOKEN);
    assertThat(pool.claim(good.uid(), fixture.claimant())).isPresent();

    bad.values().forEach(fixture.processes::end);
    pool.repair();
    assertThat(pool.snapshot().entries()).hasSize(1);
    assertThat(pool.snapshot().problems()).isEmpty();
  }

  @Test
  void aRecordWithALegiblePidOutweighsAMissingProcessFile() throws IOException {
    MemberRecord member = fixture.published();
    String record = new String(record(member), UTF_8);
    Files.writeString(
        path(new EntryName.Server(member.uid())),
        record.replaceFirst("\"created\":\\d+", "\"created\":1e400"));
    Files.delete(fixture.directory.processFile(member.uid()));

    assertThat(pool.standing(member.uid())).isInstanceOf(Standing.Malformed.class);
    assertThat(pool.claim(member.uid(), fixture.claimant())).isEmpty();
    pool.repair();

    assertThat(pool.snapshot().entry(member.uid()).flatMap(PoolEntry::process))
        .contains(member.process());
  }

  @Test
  void anIllegibleClaimantMakesARecordMalformed() throws IOException {
    Claim claim = pool.claim(good.uid(), fixture.claimant()).orElseThrow();
    Path file = path(new EntryName.Claimed(claim.claimant().process().pid(), good.uid()));
    Files.writeString(
        file, Files.readString(file).replaceFirst("\"testClass\":\"SomeTest\"", "\"testClass\":1"));

    assertThat(pool.standing(good.uid())).isInstanceOf(Standing.Malformed.class);
    assertThat(pool.giveBack(claim)).isFalse();
    pool.repair();
    assertThat(pool.standing(good.uid())).isInstanceOf(Standing.Retired.class);
  }

  @Test
  void aRetiredRecordNeedsNothingButAProcess() throws IOException {
    pool.retire(good.uid(), "x");
    Files.write(path(new EntryName.Retired(good.uid())), new byte[] {1, 2, 3});
    pool.repair();
    assertThat(pool.snapshot().entry(good.uid()).flatMap(PoolEntry::process))
        .contains(good.process());

    fixture.processes.end(good.process());
    pool.repair();
    assertThat(pool.standing(good.uid())).isEqualTo(new Standing.Gone());
  }

  @Test
  @Timeout(60)
  void whatHasARecordsNameButIsNoFileIsNeverTouched() throws Exception {
    Path folder = Files.createDirectory(path(new EntryName.Server(Uid.random())));
    Files.createFile(folder.resolve("something"));
    Path dangling =
        Files.createSymbolicLink(path(new EntryName.Server(Uid.random())), temp.resolve("nothing"));
    Path link =
        Files.createSymbolicLink(
            path(new EntryName.Server(Uid.random())), path(new EntryName.Server(good.uid())));
    Path regular = Files.createFile(path(new EntryName.MemberDirectory(Uid.random())));
    Path pipe = path(new EntryName.Retired(Uid.random()));
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path swap = Files.createFile(fixture.directory.path().resolve("member-x.swp"));

    String log =
        logged(
            () -> {
              pool.repair();
              pool.snapshot();
              pool.repair();
            });

    for (Path odd : new Path[] {folder, dangling, link, regular, pipe}) {
      assertThat(Files.exists(odd, NOFOLLOW_LINKS)).isTrue();
      assertThat(log.lines().filter(line -> line.contains(odd.getFileName().toString())))
          .as("one warning per file")
          .hasSize(1);
    }
    assertThat(folder.resolve("something")).exists();
    assertThat(swap).exists();
    assertThat(log).doesNotContain("member-x.swp");
    assertThat(pool.snapshot().entries()).hasSize(1);
    assertThat(pool.claim(good.uid(), fixture.claimant())).isPresent();
  }

  @Test
  void aLeftoverTemporaryFileIsSweptAndTheRecordBesideItIsGood() throws IOException {
    Path ofTheDead = path(new EntryName.Temporary(2_000_000, "00000000000000ff"));
    Path ofTheLiving =
        path(new EntryName.Temporary(fixture.processes.self().pid(), "00000000000000ff"));
    Files.write(ofTheDead, record(good));
    Files.createFile(ofTheLiving);

    pool.repair();
    assertThat(ofTheDead).doesNotExist();
    assertThat(ofTheLiving).exists();

    fixture.clock.advance(Duration.ofMinutes(2));
    pool.repair();
    assertThat(ofTheLiving).doesNotExist();
    assertThat(pool.claim(good.uid(), fixture.claimant())).isPresent();
  }

  @Test
  void aBadQueueEntryIsRemoved() throws IOException {
    Path bad = Files.createFile(path(new EntryName.Waiting(17, 1)));

    assertThat(pool.snapshot().problems()).singleElement().asString().contains("waiting-17-1.json");
    pool.repair();
    assertThat(bad).doesNotExist();
  }
}
