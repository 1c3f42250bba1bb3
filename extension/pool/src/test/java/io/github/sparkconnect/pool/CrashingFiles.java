package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * File operations in whose middle a process dies.
 *
 * <p>A crash is an {@link Error} that no code handles, so nothing is cleaned up after it but what
 * the operating system would clean up: the lock.
 */
final class CrashingFiles implements FileOperations {

  /** The death of the process. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash() {
      super("the process dies here");
    }
  }

  private final FileOperations files = new PosixFileOperations();
  private int stepsLeft = Integer.MAX_VALUE;
  private int stepsDone;
  private boolean diskFull;
  private Predicate<Path> unreadable = path -> false;

  /** Makes the disk full after so many more steps that need space; renaming needs none. */
  void fillDiskAfter(int steps) {
    dieAfter(steps);
    diskFull = true;
  }

  /** Makes things that match fail when they are read. */
  void makeUnreadable(Predicate<Path> paths) {
    unreadable = paths;
  }

  private void readable(Path path) throws IOException {
    if (unreadable.test(path)) {
      throw new FileSystemException(path.toString(), null, "Input/output error");
    }
  }

  /** Makes the process die instead of doing the step after that many more. */
  void dieAfter(int steps) {
    stepsLeft = steps;
    stepsDone = 0;
    diskFull = false;
  }

  /** Returns how many steps were done since {@link #dieAfter}. */
  int stepsDone() {
    return stepsDone;
  }

  private void step() throws IOException {
    if (stepsLeft-- <= 0) {
      if (diskFull) {
        throw new FileSystemException("somewhere", null, "No space left on device");
      }
      throw new Crash();
    }
    stepsDone++;
  }

  @Override
  public void create(Path file) throws IOException {
    step();
    files.create(file);
  }

  @Override
  public void write(Path file, byte[] content) throws IOException {
    if (stepsLeft <= 0) {
      files.write(file, Arrays.copyOf(content, content.length / 2));
    }
    step();
    files.write(file, content);
  }

  @Override
  public void move(Path from, Path to) throws IOException {
    if (!diskFull) {
      step();
    }
    files.move(from, to);
  }

  @Override
  public boolean delete(Path path) throws IOException {
    if (!diskFull) {
      step();
    }
    return files.delete(path);
  }

  @Override
  public void createDirectory(Path directory) throws IOException {
    step();
    files.createDirectory(directory);
  }

  @Override
  public byte[] read(Path file, int limit) throws IOException {
    readable(file);
    return files.read(file, limit);
  }

  @Override
  public List<Path> children(Path directory) throws IOException {
    readable(directory);
    return files.children(directory);
  }

  @Override
  public List<String> list(Path directory) throws IOException {
    readable(directory);
    return files.list(directory);
  }

  @Override
  public BasicFileAttributes attributes(Path path) throws IOException {
    return files.attributes(path);
  }

  @Override
  public Instant changed(Path file) throws IOException {
    return files.changed(file);
  }
}
