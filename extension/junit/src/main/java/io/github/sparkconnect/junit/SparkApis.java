package io.github.sparkconnect.junit;

import java.nio.file.Path;
import java.util.Optional;

/** Finds out whether the class path has Spark's classic API besides the Connect client. */
final class SparkApis {

  private static final String CLASSIC = "org/apache/spark/sql/classic/SparkSession.class";
  private static final String SHARED = "org/apache/spark/sql/SparkSession.class";
  private static final String CONNECT = "org/apache/spark/sql/connect/SparkSession.class";

  private SparkApis() {}

  /**
   * Returns one line that names the jars, if there are both: then {@code
   * SparkSession.builder().getOrCreate()} makes a session of the classic API, in the test's JVM,
   * and the code under test does not meet the injected one.
   */
  static Optional<String> note(ClassLoader loader) {
    return OwnCode.place(loader, CLASSIC)
        .flatMap(
            classic ->
                OwnCode.place(loader, CONNECT)
                    .map(
                        connect ->
                            "the class path has Spark's classic API ("
                                + classic
                                + ") besides its Connect client ("
                                + connect
                                + "): injected sessions are Connect's, but"
                                + " SparkSession.builder().getOrCreate() makes classic ones, in this"
                                + " JVM. Leave out the first jar if the code under test uses that."));
  }

  /**
   * Makes sure that the Connect client's classes are its own: its jar has copies of many classes of
   * the classic API, made for the libraries that it brings under other names, and mixed with the
   * originals it fails at some later call.
   *
   * @throws SparkConnectException naming the jars, if another jar's come first
   */
  static void checkOrder(ClassLoader loader) {
    Optional<Path> shared = OwnCode.place(loader, SHARED);
    Optional<Path> connect = OwnCode.place(loader, CONNECT);
    if (shared.isPresent() && connect.isPresent() && !shared.equals(connect)) {
      throw new SparkConnectException(
          "The Connect client's own classes are hidden by those of another jar: "
              + SHARED
              + " comes from "
              + shared.get()
              + " and not from "
              + connect.get()
              + ". Declare spark-connect-client-jvm before Spark's classic API (spark-sql), or leave"
              + " that out.");
    }
  }
}
