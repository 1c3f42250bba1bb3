package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.spark.sql.SparkSession;

/**
 * The classes of some folders and jars as one jar; equal classes give equal bytes and an equal
 * name.
 */
final class ClassesJar {

  private final String name;
  private final byte[] bytes;

  private ClassesJar(String name, byte[] bytes) {
    this.name = name;
    this.bytes = bytes;
  }

  /** The file name, which contains a hash of the content. */
  String name() {
    return name;
  }

  boolean isEmpty() {
    return bytes.length == 0;
  }

  /** Adds the jar to a session's class path on the server. */
  void sendTo(SparkSession session) {
    session.addArtifact(bytes, name);
  }

  /**
   * Packs all classes; of two with the same name the first place's is taken, as the JVM does.
   *
   * @param places folders and jars
   * @throws UncheckedIOException if one cannot be read
   */
  static ClassesJar of(List<Path> places) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Set<String> names = new HashSet<>();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      // The bytes stay on this machine: compressing them well costs more than sending them.
      zip.setLevel(Deflater.BEST_SPEED);
      for (Path place : places) {
        if (Files.isDirectory(place)) {
          addAll(place, zip, names);
        } else {
          try (FileSystem jar = FileSystems.newFileSystem(place)) {
            addAll(jar.getPath("/"), zip, names);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The classes under " + places + " cannot be read", e);
    }
    byte[] bytes = names.isEmpty() ? new byte[0] : out.toByteArray();
    return new ClassesJar("test-classes-" + hash(bytes) + ".jar", bytes);
  }

  private static void addAll(Path root, ZipOutputStream zip, Set<String> names) throws IOException {
    for (Path file : classFiles(root)) {
      String name = root.relativize(file).toString().replace('\\', '/');
      if (names.add(name)) {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0);
        zip.putNextEntry(entry);
        zip.write(Files.readAllBytes(file));
        zip.closeEntry();
      }
    }
  }

  private static List<Path> classFiles(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".class"))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    }
  }

  private static String hash(byte[] bytes) {
    return Sha256.hex(Sha256.digest().digest(bytes), 8);
  }
}
