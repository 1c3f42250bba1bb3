package io.github.sparkconnect.junit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A server that somebody else runs: it has sessions, which are released in the end, but no pool and
 * no reset, so tables and other lasting things stay. Thread-safe.
 */
final class RemoteServer extends ConnectServer {

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
      sparkVersion = sessions.ofClass().version();
    } catch (Exception e) { // Spark throws checked exceptions that its signatures do not declare.
      // Nobody gets this server, so nobody else forgets its session.
      sessions.releaseAll(Limit.of(Duration.ofSeconds(2)));
      throw new SparkConnectException(
          "The server at "
              + endpoint()
              + ", which 'remote' names, does not answer: "
              + FirstLine.of(e)
              + ". Is it running, and is the token right?",
          e);
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
