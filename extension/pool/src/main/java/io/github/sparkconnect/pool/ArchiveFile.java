package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.zip.CRC32;

/** A large file whose name ends with the checksum of its content: {@code name-<crc32>.suffix}. */
public final class ArchiveFile {

  private ArchiveFile() {}

  /**
   * Moves a finished draft to its name, in one step and so that it survives a loss of power.
   *
   * @param wanted its name without the checksum
   * @return its name
   */
  public static Path publish(Path draft, Path wanted) throws IOException {
    try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    String name = String.valueOf(wanted.getFileName());
    int dot = name.lastIndexOf('.');
    Path file =
        wanted.resolveSibling(name.substring(0, dot) + "-" + checksum(draft) + name.substring(dot));
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    return file;
  }

  /** Returns whether the file is there and its content fits its name. */
  public static boolean isWhole(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    try {
      return name.substring(0, name.lastIndexOf('.')).endsWith("-" + checksum(file));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static String checksum(Path file) throws IOException {
    CRC32 crc = new CRC32();
    try (FileChannel channel = FileChannel.open(file)) {
      MappedByteBuffer content = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      crc.update(content);
    }
    return String.format(Locale.ROOT, "%08x", crc.getValue());
  }
}
