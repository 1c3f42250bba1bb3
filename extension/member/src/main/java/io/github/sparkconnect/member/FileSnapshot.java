package io.github.sparkconnect.member;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What was below a folder at one moment: each file with size and time, each folder by name only.
 *
 * @param entries by path relative to the folder; the folder itself is the empty path
 */
record FileSnapshot(SortedMap<Path, Stamp> entries) {

  /** What tells that a file was written; a folder's time changes with what is in it. */
  record Stamp(long size, FileTime modified) {
    static final Stamp FOLDER = new Stamp(-1, FileTime.fromMillis(0));
  }

  /** Looks below {@code root}, which need not exist. */
  static FileSnapshot of(Path root) {
    return of(root, folder -> false);
  }

  /** Looks below {@code root}, but not into folders that {@code skipped} accepts. */
  static FileSnapshot of(Path root, Predicate<Path> skipped) {
    SortedMap<Path, Stamp> entries = new TreeMap<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              entries.put(root.relativize(folder), Stamp.FOLDER);
              return skipped.test(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              entries.put(
                  root.relativize(file),
                  new Stamp(attributes.size(), attributes.lastModifiedTime()));
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem)
                throws IOException {
              if (problem instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
              }
              throw problem;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new FileSnapshot(entries);
  }
}
