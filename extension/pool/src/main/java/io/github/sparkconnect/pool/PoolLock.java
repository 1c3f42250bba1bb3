package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lock that serialises the pool's transitions and capacity decisions: across the threads of a
 * JVM, the class loaders in it, and processes.
 *
 * <p>Not reentrant: entering it twice on a thread fails at once. Waiting is bounded; polling,
 * because a blocking wait for a file lock knows no limit. An interrupt neither breaks the wait nor
 * the hold, and is still set afterwards: cleaning up after an interrupted test needs the lock too.
 * It is held for file operations only, a few milliseconds.
 *
 * <p>The lock makes decisions orderly; it does not decide who owns a member. Should two processes
 * hold it at once, because somebody deletes the lock file under them, the rename decides.
 *
 * <p>Files: {@code .lock}, {@code .lock-holder}. Thread-safe.
 */
final class PoolLock {

  private static final long SHORTEST_PAUSE = TimeUnit.MICROSECONDS.toNanos(200);
  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(8);

  /** One for each lock file that this class loader has met, for the life of the JVM. */
  private static final Map<Path, Shared> SHARED = new ConcurrentHashMap<>();

  private final Path file;
  private final LockHolder holder;
  private final Duration limit;
  private final Shared shared;

  private static final class Shared {
    final ReentrantLock mutex = new ReentrantLock(true);
    final LockChannel channel;
    volatile @Nullable String heldHere;

    Shared(Path file) {
      channel = new LockChannel(file);
    }
  }

  PoolLock(PoolDirectory directory, Duration limit) {
    this.file = directory.resolve(new EntryName.Lock());
    this.holder = new LockHolder(directory.resolve(new EntryName.LockHolder()), file);
    this.limit = limit;
    this.shared = SHARED.computeIfAbsent(file, Shared::new);
  }

  /**
   * Does the work under the lock.
   *
   * @param what the work, for messages
   * @throws IllegalStateException if this thread has the lock already
   * @throws PoolException if the lock cannot be had within the limit
   */
  <T> T hold(String what, Supplier<T> work) {
    if (isHeld()) {
      throw new IllegalStateException(
          "This thread has the pool lock "
              + file
              + " already ("
              + shared.heldHere
              + ") and cannot enter it again for: "
              + what
              + ". The pool lock is not reentrant: do both under one hold.");
    }
    long start = System.nanoTime();
    enterMutex(what, start);
    try {
      FileLock lock = lockFile(what, start);
      try {
        shared.heldHere = LockHolder.here(what);
        holder.write(what);
        return work.get();
      } finally {
        holder.clear();
        release(lock);
      }
    } finally {
      shared.heldHere = null;
      shared.mutex.unlock();
    }
  }

  /** Returns whether this thread has the lock. */
  boolean isHeld() {
    return shared.mutex.isHeldByCurrentThread();
  }

  /**
   * @throws IllegalStateException if this thread does not have the lock
   */
  void require(String what) {
    if (!isHeld()) {
      throw new IllegalStateException(
          "To " + what + " needs the pool lock " + file + ", which this thread does not have.");
    }
  }

  private void enterMutex(String what, long start) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          long left = limit.toNanos() - (System.nanoTime() - start);
          if (shared.mutex.tryLock(Math.max(0, left), TimeUnit.NANOSECONDS)) {
            return;
          }
          String here = shared.heldHere;
          throw timeout(what, here == null ? holder.describe() : here);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private FileLock lockFile(String what, long start) {
    // Parking on an interrupted thread would spin: the flag is put aside while we wait.
    boolean interrupted = false;
    long pause = SHORTEST_PAUSE;
    try {
      while (true) {
        Optional<FileLock> lock = shared.channel.tryLock();
        if (lock.isPresent()) {
          return lock.get();
        }
        if (System.nanoTime() - start >= limit.toNanos()) {
          throw timeout(what, holder.describe());
        }
        interrupted |= Thread.interrupted();
        LockSupport.parkNanos(pause / 2 + ThreadLocalRandom.current().nextLong(pause));
        pause = Math.min(LONGEST_PAUSE, pause * 2);
      }
    } catch (IOException e) {
      throw new PoolException(
          "Cannot lock the pool for: "
              + what
              + ". "
              + file
              + ": "
              + RecordFiles.describe(e)
              + (Files.isDirectory(file.resolveSibling("."))
                  ? ". Does its file system know locks? Set sparkconnect.pool.dir to a local directory."
                  : ". The pool directory is gone."),
          e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  static void release(FileLock lock) {
    try {
      lock.release();
    } catch (ClosedChannelException e) {
      // then the lock is gone already
    } catch (IOException e) {
      throw new PoolException("Cannot release the pool lock: " + RecordFiles.describe(e), e);
    }
  }

  private PoolException timeout(String what, String who) {
    return new PoolException(
        "Could not get the pool lock "
            + file
            + " within "
            + limit.toMillis()
            + " ms for: "
            + what
            + ". It is held by "
            + who
            + ". It is held for milliseconds normally: end that process if it hangs, or raise"
            + " sparkconnect.pool.lockTimeout.");
  }
}
