package io.github.sparkconnect.pool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Somebody else who wants the lock: in another JVM, or in another class loader of this one. */
public final class LockContender {

  private LockContender() {}

  /** Commands of a child JVM. */
  public static void main(String[] arguments) throws IOException {
    String pool = arguments[1];
    System.out.println("ready");
    switch (arguments[0]) {
      case "count" -> {
        readLine();
        count(pool, Integer.parseInt(arguments[2]));
      }
      case "hold" -> hold(pool);
      case "hold-silently" -> holdSilently(pool);
      case "try" -> System.out.println(attempt(pool, Long.parseLong(arguments[2])));
      case "publish" -> publish(pool);
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static PoolLock lock(String pool, long millis) {
    return new PoolLock(PoolDirectory.unchecked(Path.of(pool)), Duration.ofMillis(millis));
  }

  /** Adds to a number in a file, so many times one, each in a hold of the lock. */
  public static void count(String pool, int times) {
    PoolLock lock = lock(pool, 30_000);
    for (int i = 0; i < times; i++) {
      lock.hold("count", () -> increment(Path.of(pool, "counter")));
    }
  }

  /** Not atomic at all: read, then write. */
  private static int increment(Path counter) {
    try {
      int next = Integer.parseInt(Files.readString(counter)) + 1;
      LockSupport.parkNanos(1);
      Files.writeString(counter, Integer.toString(next));
      return next;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Tries to have the lock once. */
  public static String attempt(String pool, long millis) {
    try {
      return lock(pool, millis).hold("try", () -> "got it");
    } catch (PoolException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Holds the lock until a line is read. */
  private static void hold(String pool) {
    lock(pool, 30_000)
        .hold(
            "sleep on it",
            () -> {
              System.out.println("held");
              return readLine();
            });
    System.out.println("released");
  }

  /** Holds the lock as a program would that knows nothing of us. */
  private static void holdSilently(String pool) throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                Path.of(pool, ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      System.out.println(lock.isValid() ? "held" : "not held");
      readLine();
    }
  }

  /** Publishes a member, fails a launch and queues, to see what files come of it. */
  private static void publish(String pool) {
    PoolFixture fixture = new PoolFixture(Path.of(pool));
    MemberRecord member = fixture.published();
    fixture.pool.claim(member.uid(), fixture.claimant());
    fixture.published();
    fixture.launched();
    fixture.pool.fail(
        fixture.launched().uid(), new LaunchFailure("no", "", fixture.clock.instant()));
    fixture.pool.enqueue(
        new Waiter(
            new EntryName.Waiting(fixture.claimant().process().pid(), 1), fixture.claimant(), "x"));
    System.out.println("published");
  }

  private static int readLine() {
    try {
      int read = System.in.read();
      while (read >= 0 && read != '\n') {
        read = System.in.read();
      }
      return read;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
