package io.github.sparkconnect.member;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A log file that never grows beyond a limit: when it is full it becomes {@code <name>.1}, the
 * former {@code .1} becomes {@code .2}, and so on; the oldest is dropped.
 *
 * <p>Written to by Log4j and by {@code System.out} alike, so it must not log itself. A write that
 * fails is dropped: a full disk must not end a test's query. Thread-safe.
 */
final class RolledLog extends OutputStream {

  private final Path file;
  private final long limit;
  private final int rolled;

  private OutputStream out;
  private long size;

  /**
   * @param file where the newest lines are
   * @param limit bytes in one file, at least; a single write is never divided
   * @param rolled how many full files are kept beside it
   */
  RolledLog(Path file, long limit, int rolled) throws IOException {
    this.file = file;
    this.limit = limit;
    this.rolled = rolled;
    this.out = open();
    this.size = Files.size(file);
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    try {
      if (size > 0 && size + length > limit) {
        roll();
      }
      out.write(bytes, offset, length);
      size += length;
    } catch (IOException e) {
      // Nowhere left to say so.
    }
  }

  @Override
  public synchronized void close() throws IOException {
    out.close();
  }

  private void roll() throws IOException {
    out.close();
    for (int n = rolled; n > 0; n--) {
      Path older = n == 1 ? file : numbered(n - 1);
      if (Files.exists(older)) {
        Files.move(older, numbered(n), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    out = open();
    size = 0;
  }

  private Path numbered(int n) {
    return file.resolveSibling(file.getFileName() + "." + n);
  }

  /**
   * Not by a channel, as {@code Files.newOutputStream} does: the first interrupted thread that
   * logs, such as a task that is cancelled, would close it for all.
   */
  private OutputStream open() throws IOException {
    if (!Files.exists(file)) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    return new FileOutputStream(file.toFile(), true);
  }
}
