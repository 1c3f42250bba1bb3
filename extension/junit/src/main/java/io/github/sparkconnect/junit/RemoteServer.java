package io.github.sparkconnect.junit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connect.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that somebody else runs: it has sessions, which are released in the end, but no pool and
 * no reset, so tables and other lasting things stay. Thread-safe.
 */
final class RemoteServer extends ConnectServer {

  private static final Logger LOG = LoggerFactory.getLogger(RemoteServer.class);

  /** Far more than a server that runs needs, and far less than Spark's client would wait. */
  private static final Duration FIRST_ANSWER = Duration.ofSeconds(20);

  private static final int RETRIES = 4;

  private final String url;
  private final String sparkVersion;

  /**
   * Connects.
   *
   * @throws SparkConnectException if the server does not answer
   */
  RemoteServer(String url, ClassSessions sessions) {
    super(sessions);
    this.url = url;
    try {
      sparkVersion = version(url);
    } catch (Exception e) { // Spark throws checked exceptions that its signatures do not declare.
      throw new SparkConnectException(
          "The server at "
              + endpoint()
              + ", which 'remote' names, does not answer: "
              + FirstLine.of(e)
              + ". Is it running, and is the token right?"
              + (Remote.impliesTls(url)
                  ? " For a URL with a token, Spark's client speaks TLS to every host that is not"
                      + " spelt localhost."
                  : ""),
          e);
    }
  }

  /** Asks in a session of its own: its calls are limited in time, those of tests are not. */
  private static String version(String url) {
    DeadlineInterceptor deadline = new DeadlineInterceptor();
    deadline.allow(FIRST_ANSWER);
    SparkSession session = ConnectSession.open(url, RETRIES, false, deadline);
    boolean answered = false;
    try {
      String version = session.version();
      answered = true;
      return version;
    } finally {
      deadline.allow(answered ? FIRST_ANSWER : Duration.ZERO);
      session.releaseSessionOnClose_$eq(answered);
      try {
        session.close();
      } catch (RuntimeException e) {
        // The server forgets a session that nobody uses.
        LOG.debug("The first session did not close cleanly", e);
      }
    }
  }

  /** Without the token. */
  private String endpoint() {
    return Remote.endpoint(url);
  }

  @Override
  public void close() {
    List<String> failures = sessions().releaseAll(Limit.of(sessions().plan().closeLimit()));
    if (!failures.isEmpty()) {
      Console.line("server " + endpoint() + ": " + String.join("; ", failures));
    }
  }

  @Override
  public String url() {
    return url;
  }

  @Override
  public Optional<String> uid() {
    return Optional.empty();
  }

  @Override
  public Optional<Long> pid() {
    return Optional.empty();
  }

  @Override
  public String sparkVersion() {
    return sparkVersion;
  }

  @Override
  Optional<String> describeLoss(Throwable failure) {
    return SparkFailure.isLostConnection(failure)
        ? Optional.of(
            "The server at " + endpoint() + ", which 'remote' names, does not answer any more.")
        : Optional.empty();
  }

  @Override
  public Optional<Path> log() {
    return Optional.empty();
  }

  @Override
  public Optional<Path> directory() {
    return Optional.empty();
  }

  @Override
  public String toString() {
    return "server " + endpoint() + " (Spark " + sparkVersion + ")";
  }
}
