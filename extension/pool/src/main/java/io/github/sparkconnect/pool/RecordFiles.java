package io.github.sparkconnect.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Reads record files, telling apart absent, unreadable and malformed; replaces them atomically.
 *
 * <p>A write goes to a temporary file in the pool directory first. If it fails, the old record
 * stands and the temporary file is removed; if the process dies, a later repair sweeps it.
 */
final class RecordFiles {

  private static final SecureRandom RANDOM = new SecureRandom();

  private final PoolDirectory directory;
  private final FileOperations files;
  private final long pid;

  RecordFiles(PoolDirectory directory, FileOperations files, long pid) {
    this.directory = directory;
    this.files = files;
    this.pid = pid;
  }

  /** What reading a file gave. */
  sealed interface Content {}

  /** There is a file, and it was read; whether it makes sense is another question. */
  record Present(Json.Parsed parsed) implements Content {}

  /** There is no such file, or what has its name is not a file. */
  record Absent() implements Content {}

  /** There may be one, but it cannot be read right now. */
  record Unreadable(String problem) implements Content {}

  Content read(Path file) {
    try {
      // Opening a named pipe would wait for a writer.
      if (!files.attributes(file).isRegularFile()) {
        return new Absent();
      }
      return new Present(Json.parse(files.read(file, Json.MAX_BYTES + 1)));
    } catch (NoSuchFileException e) {
      return new Absent();
    } catch (IOException e) {
      return new Unreadable(describe(e));
    }
  }

  void write(Path file, ObjectNode record) throws IOException {
    byte[] content = Json.bytes(record);
    Path temporary = directory.resolve(new EntryName.Temporary(pid, number()));
    try {
      files.create(temporary);
      files.write(temporary, content);
      files.move(temporary, file);
    } catch (IOException e) {
      try {
        files.delete(temporary);
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /** The message of such an exception alone is often just the path. */
  static String describe(IOException e) {
    String kind = e.getClass().getSimpleName();
    if (e instanceof FileSystemException fileSystem) {
      String reason = fileSystem.getReason();
      return reason == null ? kind : reason;
    }
    return e.getMessage() == null ? kind : kind + ": " + e.getMessage();
  }

  private static String number() {
    byte[] bytes = new byte[8];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
