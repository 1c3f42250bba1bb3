package io.github.sparkconnect.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A member's log, of which the part that is written during a test is wanted. */
final class ServerLog {

  /** A test that makes its server say more than this is not read to the end anyway. */
  private static final int LONGEST_PART = 256 << 10;

  private final Path file;

  ServerLog(Path file) {
    this.file = file;
  }

  Path file() {
    return file;
  }

  /**
   * A place in the log.
   *
   * @param key which file it was, because a full log is renamed and begun anew; null if unknown
   */
  record Mark(@Nullable Object key, long size) {}

  /** Returns the log's present end. */
  Mark mark() {
    return mark(file);
  }

  private static Mark mark(Path log) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(log, BasicFileAttributes.class);
      return new Mark(attributes.fileKey(), attributes.size());
    } catch (IOException e) {
      return new Mark(null, 0);
    }
  }

  /** Returns the lines written since then, the newest of them if they are very many. */
  List<String> since(Mark start) {
    Mark end = mark();
    if (start.key() == null || start.key().equals(end.key())) {
      return presentable(read(file, start.size()));
    }
    Path rolled = file.resolveSibling(file.getFileName() + ".1");
    String before = start.key().equals(mark(rolled).key()) ? read(rolled, start.size()) : "";
    return presentable(before + read(file, 0));
  }

  private static List<String> presentable(String text) {
    String end =
        text.length() <= LONGEST_PART ? text : text.substring(text.length() - LONGEST_PART);
    Stream<String> lines = end.lines().skip(end.length() < text.length() ? 1 : 0);
    return lines.map(LogTail::presentable).toList();
  }

  private static String read(Path log, long from) {
    try {
      return FileEnd.read(log, from, LONGEST_PART);
    } catch (IOException e) {
      return "";
    }
  }
}
