package io.github.sparkconnect.junit;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The Maven artifacts that make a server.
 *
 * @param sparkVersion of the server, for example {@code 4.2.0}
 * @param packages more coordinates, {@code group:artifact[:extension[:classifier]]:version}
 */
record ServerArtifacts(String sparkVersion, List<String> packages) {

  static final String SCALA_VERSION = "2.13";

  private static final Pattern VERSION = Pattern.compile("[0-9A-Za-z][0-9A-Za-z.+_-]*");
  private static final Pattern COORDINATES =
      Pattern.compile("[^:\\s]+:[^:\\s]+(:[^:\\s]+(:[^:\\s]*)?)?:[^:\\s]+");
  private static final Pattern MOVING =
      Pattern.compile("(?s).*(-SNAPSHOT|:LATEST|:RELEASE|[\\[\\]()].*)");

  /**
   * @throws SettingException if the version or a package is not spelt like one
   */
  ServerArtifacts {
    if (!VERSION.matcher(sparkVersion).matches()) {
      throw new SettingException(
          "expected a Spark version such as 4.2.0, but was: '" + sparkVersion + "'");
    }
    for (String coordinates : packages) {
      if (!COORDINATES.matcher(coordinates).matches()) {
        throw new SettingException(
            "expected a package as group:artifact:version, but was: '" + coordinates + "'");
      }
    }
    packages = List.copyOf(packages);
  }

  /** Returns the coordinates to resolve; Spark marks sql and mllib, which it needs, as provided. */
  List<String> coordinates() {
    return Stream.concat(
            Stream.of("spark-connect", "spark-mllib")
                .map(name -> "org.apache.spark:" + name + "_" + SCALA_VERSION + ":" + sparkVersion),
            packages.stream())
        .toList();
  }

  /** Returns whether the same coordinates may stand for other jars tomorrow. */
  boolean isMoving() {
    return coordinates().stream().anyMatch(text -> MOVING.matcher(text).matches());
  }

  @Override
  public String toString() {
    return "the Spark "
        + sparkVersion
        + " server"
        + (packages.isEmpty() ? "" : " with " + String.join(", ", packages));
  }
}
