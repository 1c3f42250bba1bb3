package io.github.sparkconnect.junit;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The class path of a server.
 *
 * @param sparkVersion the version that the server has
 * @param own where our own code is
 * @param spark the server's jars and folders, in their order
 * @param origin for messages: where {@code spark} was found
 */
record ServerClassPath(String sparkVersion, List<Path> own, List<Path> spark, String origin) {

  ServerClassPath {
    own = List.copyOf(own);
    spark = List.copyOf(spark);
  }

  /** Returns everything in its order. */
  List<Path> entries() {
    return Stream.concat(own.stream(), spark.stream()).toList();
  }
}
