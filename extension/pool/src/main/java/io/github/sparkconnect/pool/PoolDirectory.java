package io.github.sparkconnect.pool;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/**
 * The pool's directory: the only place that knows where things are.
 *
 * <p>The directory has mode 0700 and its files 0600.
 */
public final class PoolDirectory {

  /** The format of names and records, part of the directory's name: two formats never meet. */
  static final int FORMAT = 1;

  private final Path path;

  private PoolDirectory(Path path) {
    this.path = path;
  }

  /**
   * Opens the directory, creating it if need be.
   *
   * @throws PoolException if it belongs to another user, or another user can write it, or it is a
   *     symbolic link, or it cannot be created
   */
  public static PoolDirectory open(Path path) {
    return new PoolDirectory(PrivateDirectory.open(path.toAbsolutePath().normalize()));
  }

  /** Returns the directory at that path, which need not exist. */
  static PoolDirectory unchecked(Path path) {
    return new PoolDirectory(path);
  }

  /** Returns where the pool is when no setting names a directory; creates nothing. */
  public static Path defaultLocation(Map<String, String> environment, Properties systemProperties) {
    return DefaultLocation.of("pool-" + FORMAT, environment, systemProperties);
  }

  /** Returns the directory itself, absolute. */
  public Path path() {
    return path;
  }

  /** Returns the path of an entry. */
  public Path resolve(EntryName name) {
    return path.resolve(name.fileName());
  }

  /** Returns the member's own directory. */
  public Path memberDirectory(Uid uid) {
    return resolve(new EntryName.MemberDirectory(uid));
  }

  /** Returns the member's launch specification. */
  public Path launchSpec(Uid uid) {
    return memberDirectory(uid).resolve("launch.json");
  }

  /** Returns the member's log. */
  public Path log(Uid uid) {
    return memberDirectory(uid).resolve("member.log");
  }

  /** Returns the file that tells why a launch failed. */
  public Path failure(Uid uid) {
    return memberDirectory(uid).resolve("failure.json");
  }

  /** Returns the file with the member's own pid and identity. */
  public Path processFile(Uid uid) {
    return memberDirectory(uid).resolve("process.json");
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
