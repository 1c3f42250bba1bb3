package io.github.sparkconnect.pool;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The user of this process, by number: a container's user often has no name. */
final class CurrentUser {

  private static final Path SELF = Path.of("/proc/self");

  private CurrentUser() {}

  static long uid() throws IOException {
    // The owner of what we create is who we are, on every system; /proc costs no file.
    if (Files.exists(SELF)) {
      return uidOf(SELF.toRealPath());
    }
    Path probe = Files.createTempFile("spark-connect-junit", ".uid");
    try {
      return uidOf(probe);
    } finally {
      Files.deleteIfExists(probe);
    }
  }

  static long uidOf(Path path) throws IOException {
    Object uid = Files.getAttribute(path, "unix:uid", NOFOLLOW_LINKS);
    return Integer.toUnsignedLong((Integer) Objects.requireNonNull(uid));
  }
}
