package io.github.sparkconnect.junit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/** Creates files and directories that only their owner may use, whatever the umask. */
final class PrivateFiles {

  private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<Set<PosixFilePermission>> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private PrivateFiles() {}

  static void createDirectories(Path directory) throws IOException {
    Files.createDirectories(directory, DIRECTORY);
  }

  /** Creates an empty file. */
  static void create(Path file) throws IOException {
    Files.createFile(file, FILE);
  }

  /** Creates a file with this text. */
  static void create(Path file, String text, Charset charset) throws IOException {
    create(file);
    Files.write(file, text.getBytes(charset), StandardOpenOption.WRITE);
  }

  static void create(Path file, String text) throws IOException {
    create(file, text, UTF_8);
  }

  /** Creates a file with this text, or replaces it, in one step for whoever reads it. */
  static void replace(Path file, String text) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + "-" + UUID.randomUUID() + ".tmp");
    try {
      create(draft, text);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
