package io.github.sparkconnect.member;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The small disk that the pool of the soak lies on, if it has one of its own. */
final class SoakDisk {

  private static final Duration TROUBLE = Duration.ofSeconds(3);

  private SoakDisk() {}

  /** Returns whether that is the root of a small memory disk. */
  static boolean isOwn(Path root) {
    try {
      FileStore store = Files.getFileStore(root);
      return store.type().equals("tmpfs") && store.getTotalSpace() <= 128L << 20;
    } catch (IOException e) {
      return false;
    }
  }

  /** Leaves no byte for a while. */
  static boolean fill(SoakWorld world) {
    Path filler = world.root.resolve("filler");
    world.troubled(
        () -> SoakWorld.run("sh", "-c", "cat /dev/zero > \"$0\"", filler.toString()),
        TROUBLE,
        () -> SoakWorld.delete(filler));
    return true;
  }

  static boolean readOnly(SoakWorld world) {
    world.troubled(
        () -> SoakWorld.run("mount", "-o", "remount,ro", world.root.toString()),
        TROUBLE,
        () -> SoakWorld.run("mount", "-o", "remount,rw", world.root.toString()));
    return true;
  }
}
