package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/**
 * Watches a member that this JVM launched until it is ready, so that a process that ends before,
 * and may not have been able to say why, is a failed launch at once for everyone who waits for it.
 *
 * <p>On a thread of its own: the claimant that launched it may be served by another member
 * meanwhile. If this JVM dies, the repair of the pool does the same, only later.
 */
final class LaunchWatch implements Runnable {

  private static final long INTERVAL_MILLIS = 100;

  /** The launcher may know better why, such as by the exit status, and say so first. */
  private static final long PRECEDENCE_MILLIS = 2_000;

  private static final int LOG_LINES = 40;
  private static final int LOG_BYTES = 16_384;

  private final Pool pool;
  private final Processes processes;
  private final Clock clock;
  private final Uid uid;
  private final ProcessIdentity process;

  LaunchWatch(Pool pool, Processes processes, Clock clock, Uid uid, ProcessIdentity process) {
    this.pool = pool;
    this.processes = processes;
    this.clock = clock;
    this.uid = uid;
    this.process = process;
  }

  void start() {
    Thread thread = new Thread(this, "launch of member " + uid);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    try {
      while (pool.isPending(uid) && processes.liveness(process) != Liveness.DIFFERENT) {
        Thread.sleep(INTERVAL_MILLIS);
      }
      if (pool.isPending(uid)) {
        Thread.sleep(PRECEDENCE_MILLIS);
        fail();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (PoolException e) {
      // The pool is gone or locked: whoever waits for this member learns that itself.
    }
  }

  /** Does nothing if it is not pending any more. */
  private void fail() {
    if (!pool.isPending(uid)) {
      return;
    }
    pool.fail(
        uid,
        new LaunchFailure(
            "member " + uid + " (process " + process.pid() + ") ended before it was ready",
            logTail(pool.directory(), uid),
            clock.instant()));
  }

  /** Returns the end of what the member wrote: of its log, or before it has one its output. */
  static String logTail(PoolDirectory directory, Uid uid) {
    for (Path log :
        List.of(directory.log(uid), directory.memberDirectory(uid).resolve("stdout.log"))) {
      try (var channel = Files.newByteChannel(log)) {
        channel.position(Math.max(0, channel.size() - LOG_BYTES));
        var buffer = java.nio.ByteBuffer.allocate(LOG_BYTES);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
        List<String> lines =
            new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        if (!lines.isEmpty()) {
          return String.join(
              "\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
        }
      } catch (IOException e) {
        // No such log.
      }
    }
    return "";
  }
}
