package io.github.sparkconnect.junit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Explains that a server lacks a class which the test has. */
final class MissingClass {

  private MissingClass() {}

  /**
   * Says where the class is and how it gets to the server.
   *
   * @param loader has the test's class path
   * @return empty if {@code failure} says nothing about a class, or of one that is not here either,
   *     or is part of the Java runtime
   */
  static Optional<String> explain(Throwable failure, ClassLoader loader) {
    return SparkFailure.missingClass(failure)
        .flatMap(
            name ->
                OwnCode.place(loader, name.replace('.', '/') + ".class")
                    .map(place -> message(name, place)));
  }

  private static String message(String name, Path place) {
    String lacking = "The server has no class " + name + ". ";
    return Files.isDirectory(place)
        ? lacking
            + "It is in the folder "
            + place
            + ", whose classes are sent with the first query that holds a lambda or a UDF. A query"
            + " that only names the class needs it as a jar, named in 'artifacts' of"
            + " @SparkConnectServer (or in "
            + Settings.ARTIFACTS.key()
            + ")."
        : lacking
            + "It is in "
            + place
            + ", which servers do not have: name that jar in 'artifacts' of @SparkConnectServer (or"
            + " in "
            + Settings.ARTIFACTS.key()
            + "), and it is sent to the session.";
  }
}
