package io.github.sparkconnect.pool;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.attribute.PosixFilePermission.GROUP_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the pool directory, and everything of ours in it, private; refuses what cannot be.
 *
 * <p>A directory that others may read is made private. One that others may write is refused: what
 * is in it cannot be trusted any more. A symbolic link is refused: whoever owns it can point it
 * elsewhere, and the same pool would have two paths.
 */
final class PrivateDirectory {

  private static final String SETTING = "sparkconnect.pool.dir";

  /** Files of a member that hold secrets or decide about processes. */
  private static final List<String> RECORDS =
      List.of("process.json", "launch.json", "failure.json");

  private PrivateDirectory() {}

  /** Returns the real path of the directory. */
  static Path open(Path path) {
    try {
      Optional<PosixFileAttributes> existing = attributes(path);
      if (existing.isEmpty()) {
        create(path);
      }
      check(path, attributes(path).orElseThrow(() -> new NoSuchFileException(path.toString())));
      Files.setPosixFilePermissions(path, PosixFileOperations.PRIVATE_DIRECTORY);
      makeEntriesPrivate(path);
      return path.toRealPath();
    } catch (IOException | UnsupportedOperationException e) {
      throw new PoolException(
          "Cannot use the pool directory "
              + path
              + " ("
              + (e instanceof IOException io ? RecordFiles.describe(io) : "no POSIX file system")
              + "): set "
              + SETTING
              + " to a directory that you own.",
          e);
    }
  }

  private static void create(Path path) throws IOException {
    var mode = PosixFilePermissions.asFileAttribute(PosixFileOperations.PRIVATE_DIRECTORY);
    Path parent = path.getParent();
    if (parent != null) {
      Files.createDirectories(parent, mode);
    }
    try {
      Files.createDirectory(path, mode);
    } catch (FileAlreadyExistsException e) {
      // somebody was faster: checked like any other
    }
  }

  private static void check(Path path, PosixFileAttributes attributes) throws IOException {
    if (attributes.isSymbolicLink()) {
      refuse(path, attributes, "is a symbolic link to " + Files.readSymbolicLink(path));
    }
    if (!attributes.isDirectory()) {
      refuse(path, attributes, "is not a directory");
    }
    long owner = CurrentUser.uidOf(path);
    if (owner != CurrentUser.uid()) {
      refuse(path, attributes, "belongs to another user");
    }
    Set<?> permissions = attributes.permissions();
    if (permissions.contains(GROUP_WRITE) || permissions.contains(OTHERS_WRITE)) {
      refuse(
          path,
          attributes,
          "can be written by other users (mode "
              + PosixFilePermissions.toString(attributes.permissions())
              + ")");
    }
  }

  private static void refuse(Path path, PosixFileAttributes attributes, String why) {
    throw new PoolException(
        "The pool directory "
            + path
            + " (owner "
            + attributes.owner().getName()
            + ") "
            + why
            + " and is refused: set "
            + SETTING
            + " to a directory that only you can write.");
  }

  private static void makeEntriesPrivate(Path path) throws IOException {
    FileOperations files = new PosixFileOperations();
    for (String fileName : files.list(path)) {
      Optional<EntryName> name = EntryName.parse(fileName);
      if (name.isPresent()) {
        Path entry = path.resolve(fileName);
        boolean member = name.get() instanceof EntryName.MemberDirectory;
        if (member != Files.isDirectory(entry, NOFOLLOW_LINKS)) {
          // Not ours, whatever it is called.
          continue;
        }
        makePrivate(entry);
        if (member) {
          for (String record : RECORDS) {
            makePrivate(entry.resolve(record));
          }
        }
      }
    }
  }

  private static void makePrivate(Path path) throws IOException {
    try {
      Optional<PosixFileAttributes> found = attributes(path);
      if (found.isEmpty()) {
        return;
      }
      PosixFileAttributes attributes = found.get();
      var mode =
          attributes.isDirectory()
              ? PosixFileOperations.PRIVATE_DIRECTORY
              : PosixFileOperations.PRIVATE_FILE;
      boolean ours = attributes.isDirectory() || attributes.isRegularFile();
      if (ours && !attributes.permissions().equals(mode)) {
        Files.setPosixFilePermissions(path, mode);
      }
    } catch (NoSuchFileException e) {
      // renamed or deleted since it was listed
    }
  }

  private static Optional<PosixFileAttributes> attributes(Path path) throws IOException {
    try {
      return Optional.of(Files.readAttributes(path, PosixFileAttributes.class, NOFOLLOW_LINKS));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }
}
