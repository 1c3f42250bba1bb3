package io.github.sparkconnect.pool;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/** A pool in a directory of the test, with processes and a clock that the test controls. */
final class PoolFixture {

  static final Fingerprint FINGERPRINT = new Fingerprint("ab".repeat(32), new TreeMap<>());
  static final String TOKEN = "t0ps3cret";

  final FakeProcesses processes = new FakeProcesses();
  final TestClock clock = new TestClock();
  final PoolDirectory directory;
  final Pool pool;

  PoolFixture(Path path) {
    this(path, new PosixFileOperations());
  }

  PoolFixture(Path path, FileOperations files) {
    directory = PoolDirectory.open(path);
    pool = new Pool(directory, processes, clock, Duration.ofSeconds(30), files);
  }

  /** A member that was announced and identified, not published. */
  MemberRecord launched() {
    Uid uid = Uid.random();
    pool.announce(uid, FINGERPRINT, "4.2.0", processes.self());
    ProcessIdentity process = processes.start();
    pool.identify(uid, process);
    return record(uid, process);
  }

  /** A member that is ready. */
  MemberRecord published() {
    MemberRecord member = launched();
    pool.publish(member.uid(), member);
    return member;
  }

  MemberRecord record(Uid uid, ProcessIdentity process) {
    return new MemberRecord(
        uid,
        new Endpoint("localhost", 4711, TOKEN),
        "4.2.0",
        FINGERPRINT,
        process,
        clock.instant(),
        directory.log(uid));
  }

  Claimant claimant() {
    return new Claimant(processes.self(), "SomeTest", clock.instant());
  }

  /** A clock that stands still until it is moved. */
  static final class TestClock extends Clock {

    private final AtomicReference<Instant> now =
        new AtomicReference<>(InstantSource.system().instant());

    void advance(Duration duration) {
      now.updateAndGet(time -> time.plus(duration));
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now.get();
    }
  }
}
