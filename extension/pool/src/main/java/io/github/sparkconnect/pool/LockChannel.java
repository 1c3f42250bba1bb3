package io.github.sparkconnect.pool;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one channel that this class loader has on a lock file.
 *
 * <p>It stays open for the life of the JVM: POSIX drops all locks that a process has on a file when
 * the process closes <em>any</em> descriptor on it, so closing ours would end a lock that another
 * class loader's channel holds. The exception is a file that is not at its path any more: nobody
 * who locks it believes to have the lock, because everybody compares afterwards, as {@link
 * #tryLock} does.
 *
 * <p>Not thread-safe: used by whoever has the mutex of {@link PoolLock}.
 */
final class LockChannel {

  private final Path file;
  private @Nullable FileChannel channel;
  private @Nullable Object key;

  LockChannel(Path file) {
    this.file = file;
  }

  /**
   * Tries once.
   *
   * @return empty if another process has the lock, or another class loader of this JVM
   */
  Optional<FileLock> tryLock() throws IOException {
    FileChannel open = openChannel();
    FileLock lock;
    try {
      // Unlike a blocking lock(), this is not disturbed by an interrupted thread.
      lock = open.tryLock();
    } catch (OverlappingFileLockException e) {
      return Optional.empty();
    } catch (ClosedChannelException e) {
      forget();
      return Optional.empty();
    }
    if (lock == null) {
      if (!isCurrent()) {
        forget();
      }
      return Optional.empty();
    }
    if (isCurrent()) {
      return Optional.of(lock);
    }
    // Deleted or replaced since it was opened: what we locked is nobody's lock file.
    forget();
    return Optional.empty();
  }

  private FileChannel openChannel() throws IOException {
    FileChannel open = channel;
    while (open == null || !open.isOpen()) {
      Optional<Object> before = currentKey();
      open =
          FileChannel.open(
              file,
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, NOFOLLOW_LINKS),
              PosixFilePermissions.asFileAttribute(PosixFileOperations.PRIVATE_FILE));
      Optional<Object> after = currentKey();
      if (after.isEmpty() || (before.isPresent() && !before.equals(after))) {
        open.close(); // replaced while it was opened: which one this is cannot be told
        open = null;
      } else {
        channel = open;
        key = after.get();
      }
    }
    return open;
  }

  private boolean isCurrent() throws IOException {
    return currentKey().filter(current -> current.equals(key)).isPresent();
  }

  private void forget() throws IOException {
    FileChannel old = channel;
    channel = null;
    key = null;
    if (old != null) {
      old.close();
    }
  }

  /** Device and inode of the file that is at the path now. */
  private Optional<Object> currentKey() throws IOException {
    try {
      Object current =
          Files.readAttributes(file, BasicFileAttributes.class, NOFOLLOW_LINKS).fileKey();
      return Optional.ofNullable(current);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }
}
