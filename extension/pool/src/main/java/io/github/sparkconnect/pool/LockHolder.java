package io.github.sparkconnect.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * Who has the lock and since when: written by the holder, read for messages only.
 *
 * <p>A problem with this file is no problem of the lock, so nothing here fails. It always has the
 * same length and is overwritten in place, when the lock is given up with blanks: to delete or to
 * truncate a file costs some file systems a millisecond, many times what a transition does.
 */
final class LockHolder {

  private static final int LENGTH = 2048;

  private final Path file;
  private final Path lockFile;

  LockHolder(Path file, Path lockFile) {
    this.file = file;
    this.lockFile = lockFile;
  }

  void write(String what) {
    ObjectNode object = RecordCodec.format();
    object.put("pid", ProcessHandle.current().pid());
    object.put("thread", Thread.currentThread().getName());
    object.put("what", what);
    object.put("since", System.currentTimeMillis());
    put(Json.bytes(object));
  }

  void clear() {
    put(new byte[0]);
  }

  private void put(byte[] text) {
    byte[] content = new byte[LENGTH];
    Arrays.fill(content, (byte) ' ');
    if (text.length <= LENGTH) {
      System.arraycopy(text, 0, content, 0, text.length);
    }
    try {
      if (!Files.exists(file)) {
        Files.createFile(
            file, PosixFilePermissions.asFileAttribute(PosixFileOperations.PRIVATE_FILE));
      }
      try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
        out.write(content);
      }
    } catch (IOException e) {
      // for messages only
    }
  }

  /** Says who has the lock, as far as that can be found out. */
  String describe() {
    return LockTable.holder(lockFile)
        .map(
            pid ->
                read().filter(text -> text.startsWith("process " + pid + " ")).orElse(named(pid)))
        .or(this::read)
        .orElse("somebody unknown (there is no " + file.getFileName() + ")");
  }

  private Optional<String> read() {
    try (InputStream in = Files.newInputStream(file)) {
      Fields fields = new Fields(Json.parse(in.readNBytes(Json.MAX_BYTES)).fields());
      return fields
          .integer("pid", 1, Integer.MAX_VALUE)
          .flatMap(
              pid ->
                  fields
                      .timestamp("since")
                      .map(
                          since ->
                              named(pid)
                                  + ", thread '"
                                  + fields.optionalText("thread")
                                  + "', since "
                                  + since
                                  + ", for: "
                                  + fields.optionalText("what")));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String named(long pid) {
    String command =
        ProcessHandle.of(pid).flatMap(process -> process.info().command()).orElse("not to be seen");
    return "process " + pid + " (" + command + ")";
  }

  /** Exact time is kept by the file, this is for the log of one JVM. */
  static String here(String what) {
    return "thread '"
        + Thread.currentThread().getName()
        + "' of this JVM since "
        + Instant.now()
        + ", for: "
        + what;
  }
}
