package io.github.sparkconnect.pool;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The real file operations.
 *
 * <p>Streams and not channels are used throughout: an interrupted thread that reads or writes
 * through a channel closes it. Nothing is forced to the disk: a record that a power failure cuts
 * short speaks of processes that died with it.
 */
final class PosixFileOperations implements FileOperations {

  static final Set<PosixFilePermission> PRIVATE_FILE = PosixFilePermissions.fromString("rw-------");
  static final Set<PosixFilePermission> PRIVATE_DIRECTORY =
      PosixFilePermissions.fromString("rwx------");

  @Override
  public void create(Path file) throws IOException {
    // With the mode from its first instant, and once more in case the umask took something away.
    Files.createFile(file, PosixFilePermissions.asFileAttribute(PRIVATE_FILE));
    Files.setPosixFilePermissions(file, PRIVATE_FILE);
  }

  @Override
  public void write(Path file, byte[] content) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(content);
    }
  }

  @Override
  public void move(Path from, Path to) throws IOException {
    Files.move(from, to, ATOMIC_MOVE);
  }

  @Override
  public boolean delete(Path path) throws IOException {
    return Files.deleteIfExists(path);
  }

  @Override
  public void createDirectory(Path directory) throws IOException {
    Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(PRIVATE_DIRECTORY));
    Files.setPosixFilePermissions(directory, PRIVATE_DIRECTORY);
  }

  @Override
  public byte[] read(Path file, int limit) throws IOException {
    try (InputStream in = Files.newInputStream(file, NOFOLLOW_LINKS)) {
      return in.readNBytes(limit);
    }
  }

  @Override
  public List<Path> children(Path directory) throws IOException {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(children::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return children;
  }

  @Override
  public List<String> list(Path directory) throws IOException {
    List<String> names = new ArrayList<>();
    for (Path path : children(directory)) {
      Path name = path.getFileName();
      if (name != null) {
        names.add(name.toString());
      }
    }
    return names;
  }

  @Override
  public BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, NOFOLLOW_LINKS);
  }

  @Override
  public Instant changed(Path file) throws IOException {
    // A rename leaves the time of modification alone, but not this one.
    return Files.getAttribute(file, "unix:ctime", NOFOLLOW_LINKS) instanceof FileTime time
        ? time.toInstant()
        : Instant.EPOCH;
  }
}
