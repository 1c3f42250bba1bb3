package io.github.sparkconnect.member;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The folders in which a member keeps what Spark writes, all inside {@code member-<uid>/}, so that
 * the working directory stays as it was.
 *
 * @param directory {@code member-<uid>/}
 */
record MemberFiles(Path directory) {

  Path warehouse() {
    return directory.resolve("warehouse");
  }

  /** Shuffle files, spilled data, downloaded artifacts: {@code spark.local.dir}. */
  Path scratch() {
    return directory.resolve("scratch");
  }

  Path temporary() {
    return directory.resolve("tmp");
  }

  Path derby() {
    return directory.resolve("derby");
  }

  Path ivy() {
    return directory.resolve("ivy");
  }

  /** Jars and class files that sessions send. */
  Path artifacts() {
    return directory.resolve("artifacts");
  }

  void create() throws IOException {
    for (Path folder : List.of(warehouse(), scratch(), temporary(), derby(), ivy(), artifacts())) {
      Files.createDirectories(folder);
    }
  }
}
