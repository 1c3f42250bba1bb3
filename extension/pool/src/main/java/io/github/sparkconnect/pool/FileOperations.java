package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.List;

/**
 * The steps that every change of the pool is made of.
 *
 * <p>Each is one that a process can die before or after, so tests replace this to do just that.
 * None is disturbed by an interrupted thread.
 */
interface FileOperations {

  /** Creates a new, empty file with mode 0600, or fails if there is something of that name. */
  void create(Path file) throws IOException;

  /** Replaces the content of a file. */
  void write(Path file, byte[] content) throws IOException;

  /** Renames atomically, replacing a file of the new name. */
  void move(Path from, Path to) throws IOException;

  /** Deletes a file or an empty directory, and returns whether there was one. */
  boolean delete(Path path) throws IOException;

  /** Creates a directory with mode 0700, or fails if there is something of that name. */
  void createDirectory(Path directory) throws IOException;

  /** Returns at most {@code limit} bytes from the start of a file. */
  byte[] read(Path file, int limit) throws IOException;

  /**
   * Returns what is in a directory, as paths: a name that this JVM's encoding cannot express would
   * not survive as a text.
   */
  List<Path> children(Path directory) throws IOException;

  /** Returns the names in a directory. */
  List<String> list(Path directory) throws IOException;

  /** Returns what something is, without following a symbolic link. */
  BasicFileAttributes attributes(Path path) throws IOException;

  /** Returns when a file was last renamed or written. */
  Instant changed(Path file) throws IOException;
}
