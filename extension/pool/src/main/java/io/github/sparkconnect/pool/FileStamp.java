package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * What changes when the content of a file changes: size, modification time, inode, and where the
 * system has it the time of the last change of the inode, which no tool can set back.
 *
 * @param text all of them, in a form that is only ever compared
 */
record FileStamp(String text) {

  /** Returns the stamp of that file, links followed. */
  static FileStamp of(Path file) throws IOException {
    BasicFileAttributes basic = Files.readAttributes(file, BasicFileAttributes.class);
    long changed;
    try {
      changed = nanos((FileTime) Files.getAttribute(file, "unix:ctime"));
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      changed = nanos(basic.lastModifiedTime());
    }
    return new FileStamp(
        changed
            + ":"
            + nanos(basic.lastModifiedTime())
            + ":"
            + basic.size()
            + ":"
            + Objects.requireNonNullElse(basic.fileKey(), "-"));
  }

  /** Returns how long ago the file changed, in milliseconds. */
  long ageMillis() {
    long changed = Long.parseLong(text.substring(0, text.indexOf(':')));
    return System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(changed);
  }

  private static long nanos(FileTime time) {
    return time.to(TimeUnit.NANOSECONDS);
  }
}
