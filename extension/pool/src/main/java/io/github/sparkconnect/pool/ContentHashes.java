package io.github.sparkconnect.pool;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Hashes of the content of class path entries, remembered between JVMs by path, size, modification
 * time and inode, so that some 300 MB of jars are read once and not in every fork.
 *
 * <p>A file is remembered only once it has been left alone for a while: one that is still being
 * written could change again within the resolution of its time stamp. An unusable cache file is
 * ignored and replaced. Of several JVMs that write it the last one wins, which costs the others
 * some reading later and nothing else.
 *
 * <p>Thread-safe. Files touched: the cache file, replaced atomically.
 */
public final class ContentHashes {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int FORMAT = 1;
  private static final int MOST_REMEMBERED = 8_192;
  private static final long LARGEST_CACHE_BYTES = 8L << 20;
  private static final long UNTOUCHED_MILLIS = 3_000;
  private static final String MISSING = "missing";

  private final Path cacheFile;
  private final Map<String, Remembered> known;
  private boolean changed;
  private int filesRead;

  private ContentHashes(Path cacheFile, Map<String, Remembered> known) {
    this.cacheFile = cacheFile;
    this.known = known;
  }

  /** Opens the hashes remembered in that file, which need not exist. */
  public static ContentHashes open(Path cacheFile) {
    return new ContentHashes(cacheFile, load(cacheFile));
  }

  /**
   * Returns one hash for the content of a class path. The order of its entries counts, because of
   * two classes with one name the first wins; their paths do not. A folder counts with the names
   * and content of all files in it, a missing entry as missing. What a jar's manifest refers to is
   * not followed.
   *
   * @throws PoolException if an entry exists but cannot be read
   */
  public synchronized String classPath(Collection<Path> entries) {
    MessageDigest digest = Sha256.digest();
    for (Path entry : entries) {
      try {
        digest.update((Files.isDirectory(entry) ? folder(entry) : file(entry)).getBytes(UTF_8));
      } catch (IOException e) {
        throw new PoolException(
            "cannot read "
                + entry
                + " of the server's class path ("
                + e
                + "); make it readable or take it off the class path",
            e);
      }
      digest.update((byte) '\n');
    }
    save();
    return entries.size() + " entries, sha256:" + HexFormat.of().formatHex(digest.digest());
  }

  /** Returns how many files were really read, for tests. */
  synchronized int filesRead() {
    return filesRead;
  }

  private String folder(Path folder) throws IOException {
    Map<String, Path> files = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
      walk.filter(Files::isRegularFile)
          .forEach(file -> files.put(folder.relativize(file).toString().replace('\\', '/'), file));
    } catch (java.io.UncheckedIOException e) {
      throw e.getCause();
    }
    MessageDigest digest = Sha256.digest();
    for (Map.Entry<String, Path> file : files.entrySet()) {
      digest.update(file.getKey().getBytes(UTF_8));
      digest.update((byte) 0);
      digest.update(file(file.getValue()).getBytes(UTF_8));
      digest.update((byte) '\n');
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private String file(Path file) throws IOException {
    String path = file.toAbsolutePath().normalize().toString();
    for (int attempt = 1; ; attempt++) {
      FileStamp before;
      try {
        before = FileStamp.of(file);
      } catch (NoSuchFileException e) {
        return MISSING;
      }
      Remembered remembered = known.get(path);
      if (remembered != null && remembered.stamp().equals(before)) {
        return remembered.sha256();
      }
      String sha256 = read(file);
      if (!FileStamp.of(file).equals(before)) {
        if (attempt == 3) {
          throw new IOException(file + " keeps changing while it is read");
        }
        continue;
      }
      if (before.ageMillis() > UNTOUCHED_MILLIS) {
        known.put(path, new Remembered(before, sha256));
        changed = true;
      }
      return sha256;
    }
  }

  private String read(Path file) throws IOException {
    filesRead++;
    MessageDigest digest = Sha256.digest();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static Map<String, Remembered> load(Path cacheFile) {
    Map<String, Remembered> known = new TreeMap<>();
    try {
      if (Files.size(cacheFile) > LARGEST_CACHE_BYTES) {
        return known;
      }
      JsonNode root = JSON.readTree(Files.readAllBytes(cacheFile));
      if (root.path("format").asInt() == FORMAT) {
        for (JsonNode entry : root.path("files")) {
          String sha256 = entry.path("sha256").asText();
          if (sha256.length() == 64) {
            known.put(
                entry.path("path").asText(),
                new Remembered(new FileStamp(entry.path("stamp").asText()), sha256));
          }
        }
      }
    } catch (IOException | RuntimeException | StackOverflowError e) {
      // Not there yet, or unusable: everything is read again and the file replaced.
      known.clear();
    }
    return known;
  }

  private void save() {
    if (!changed) {
      return;
    }
    changed = false;
    ObjectNode root = JSON.createObjectNode().put("format", FORMAT);
    List<JsonNode> files = new ArrayList<>();
    for (Map.Entry<String, Remembered> entry : known.entrySet()) {
      if (files.size() < MOST_REMEMBERED && mayExist(entry.getKey())) {
        files.add(
            JSON.createObjectNode()
                .put("path", entry.getKey())
                .put("stamp", entry.getValue().stamp().text())
                .put("sha256", entry.getValue().sha256()));
      }
    }
    root.putArray("files").addAll(files);
    try {
      Path directory = cacheFile.toAbsolutePath().normalize().getParent();
      if (directory == null) {
        return;
      }
      Files.createDirectories(directory);
      Path temp = Files.createTempFile(directory, ".content-hashes", ".tmp");
      try {
        Files.write(temp, JSON.writeValueAsBytes(root));
        Files.move(temp, cacheFile, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(temp);
      }
    } catch (JacksonException e) {
      throw new IllegalStateException("a tree of texts is always JSON", e);
    } catch (IOException e) {
      // Only the next JVM's time is lost.
      changed = true;
    }
  }

  /** A JVM with another encoding of file names may have written one that means nothing here. */
  private static boolean mayExist(String path) {
    try {
      return Files.exists(Path.of(path));
    } catch (InvalidPathException e) {
      return !path.contains("\0");
    }
  }

  private record Remembered(FileStamp stamp, String sha256) {}
}
