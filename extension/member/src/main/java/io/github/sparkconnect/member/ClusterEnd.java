package io.github.sparkconnect.member;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Why a cluster does not run a server. Spark stops its context then, and what fails knows of
 * nothing else: the reason is only in the log.
 */
final class ClusterEnd {

  private static final Pattern REASON =
      Pattern.compile("Application has been killed\\. Reason: (.*?)\\.?\\s*$", Pattern.MULTILINE);

  private ClusterEnd() {}

  /** Returns what Spark says there, or empty if no cluster has ended anything. */
  static Optional<String> reason(Path log) {
    try {
      // Any bytes are some text in this charset.
      return REASON
          .matcher(Files.readString(log, ISO_8859_1))
          .results()
          .map(found -> found.group(1))
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
