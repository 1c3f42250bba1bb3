package io.github.sparkconnect.member;

import io.github.sparkconnect.pool.SparkMaster;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Recognises that Spark was stopped while a member started: its cluster did not want it. */
final class ClusterEnd {

  /** What Spark says, depending on how far it was; why is only in its log. */
  private static final List<String> STOPPED =
      List.of("stopped SparkContext", "was shut down", "removed our application");

  private ClusterEnd() {}

  static boolean isCauseOf(Throwable failure, String master) {
    return new SparkMaster(master).isCluster()
        && Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
            .map(Throwable::toString)
            .anyMatch(text -> STOPPED.stream().anyMatch(text::contains));
  }
}
