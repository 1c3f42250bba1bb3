package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Uses a pool in the locale of its JVM and prints what that left on the disk, with what is
 * different at each run replaced by its name.
 */
final class LocaleMain {

  private final PoolFixture fixture;
  private final MemberRecord member;

  private LocaleMain(Path path) {
    fixture = new PoolFixture(path);
    member = fixture.published();
  }

  public static void main(String[] args) throws IOException {
    if (args.length > 1) {
      System.out.println(fingerprint().inputs());
      return;
    }
    LocaleMain run = new LocaleMain(Path.of(args[0]));
    run.print();
    run.fixture.pool.enqueue(
        new Waiter(
            new EntryName.Waiting(run.fixture.processes.self().pid(), 1234567),
            run.fixture.claimant(),
            PoolFixture.FINGERPRINT.sha256()));
    Claim claim = run.fixture.pool.claim(run.member.uid(), run.fixture.claimant()).orElseThrow();
    run.print();
    run.fixture.pool.giveBack(claim);
    run.fixture.pool.retire(run.member.uid(), "IT IS IDLE");
    run.print();
    for (String line : Occupancy.lines(run.fixture.pool.snapshot(), run.fixture.clock.instant())) {
      System.out.println(run.known(line));
    }
  }

  private void print() throws IOException {
    fixture.clock.advance(Duration.ofHours(1234));
    List<Path> files;
    try (Stream<Path> entries = Files.list(fixture.directory.path())) {
      files = entries.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      System.out.println(known(file.getFileName() + " " + Files.readString(file).strip()));
    }
  }

  /** Digits of another script would stay, and be seen. */
  private String known(String text) {
    return text.replace(member.uid().value(), "UID")
        .replaceAll("\\b1[0-9]{12}\\b", "MILLIS")
        .replaceAll("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z", "TIME");
  }

  private static Fingerprint fingerprint() {
    return Fingerprint.builder()
        .master("local[2]")
        .serverConf(Map.of("spark.INIT", 1234567))
        .versions("4.2.0", "2.13", "0.1")
        .serverClassPath("00")
        .java(Path.of("/java/17"), "17.0.15")
        .jvmArgs(List.of("-Xmx1g"))
        .workingDirectory(Path.of("/work"))
        .regional(ZoneOffset.UTC, Locale.getDefault(), StandardCharsets.UTF_8)
        .environment(Map.of())
        .build();
  }
}
