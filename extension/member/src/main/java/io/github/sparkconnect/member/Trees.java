package io.github.sparkconnect.member;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Deletes folders with all that is in them; links are deleted, never followed. */
final class Trees {

  private static final int ATTEMPTS = 20;

  private Trees() {}

  /**
   * Deletes {@code root}, again and again while somebody writes into it.
   *
   * @throws IOException if something cannot be deleted
   */
  static void delete(Path root) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        deleteOnce(root);
        return;
      } catch (DirectoryNotEmptyException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static void deleteOnce(Path root) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
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

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem)
              throws IOException {
            if (problem != null) {
              throw problem;
            }
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
