package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;

/** Deletes a member's directory, {@code process.json} last, without following symbolic links. */
final class MemberFiles {

  private final PoolDirectory directory;
  private final FileOperations files;

  MemberFiles(PoolDirectory directory, FileOperations files) {
    this.directory = directory;
    this.files = files;
  }

  boolean exists(Uid uid) throws IOException {
    try {
      return files.attributes(directory.memberDirectory(uid)).isDirectory();
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Two may do this at once: what the other deleted is not missed. */
  void delete(Uid uid) throws IOException {
    if (!exists(uid)) {
      return;
    }
    Path root = directory.memberDirectory(uid);
    Path processFile = directory.processFile(uid);
    deleteContent(root, processFile);
    files.delete(processFile);
    files.delete(root);
  }

  /** Deletes a directory with all that is in it. */
  void deleteTree(Path root) throws IOException {
    deleteContent(root, root);
    files.delete(root);
  }

  private void deleteContent(Path folder, Path except) throws IOException {
    for (Path path : children(folder)) {
      if (path.equals(except)) {
        continue;
      }
      if (isDirectory(path)) {
        deleteContent(path, except);
      }
      files.delete(path);
    }
  }

  private Iterable<Path> children(Path folder) throws IOException {
    try {
      return files.children(folder);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    }
  }

  private boolean isDirectory(Path path) throws IOException {
    try {
      return files.attributes(path).isDirectory();
    } catch (NoSuchFileException e) {
      return false;
    }
  }
}
