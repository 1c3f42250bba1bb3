package io.github.sparkconnect.junit;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.connect.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session through which we talk to a member ourselves, apart from those of the tests.
 *
 * <p>Every call is one attempt with a deadline.
 */
final class ControlSession implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ControlSession.class);

  private static final String RUNNER = "io.github.sparkconnect.member.MemberControl";

  private final DeadlineInterceptor deadline = new DeadlineInterceptor();
  private final SparkSession session;

  private ControlSession(String url) {
    session = ConnectSession.open(url, 0, false, deadline);
    SparkClientCompat.sendPlansUncompressed(session.client());
  }

  static ControlSession open(String url) {
    return new ControlSession(url);
  }

  /** Asks whether the member can serve a class. */
  ControlAnswer ping(Duration limit) {
    return run("ping", limit, ControlAnswer::parsePing);
  }

  /** Restores the member's baseline and asks what came of it. */
  ControlAnswer reset(Duration limit) {
    return run("reset", limit, ControlAnswer::parse);
  }

  private ControlAnswer run(
      String command, Duration limit, Function<String, ControlAnswer> parser) {
    deadline.allow(limit);
    String answer;
    try {
      answer =
          ExternalCommand.answer(session, RUNNER, command, Map.of("session", session.sessionId()));
    } catch (IOException e) {
      throw new ServerSilence(String.valueOf(e.getMessage()), e);
    } catch (Exception | LinkageError e) { // Some of Spark's are checked, undeclared.
      if (!(e instanceof SparkThrowable)) {
        // Not what the server said: something is wrong with this JVM or its class path.
        throw SparkConnectException.ofClient(e);
      }
      throw new ServerSilence(
          "The server did not answer '"
              + command
              + "' within "
              + limit.toMillis()
              + " ms: "
              + FirstLine.of(e),
          e);
    }
    try {
      return parser.apply(answer);
    } catch (SparkConnectException e) {
      throw new ServerSilence(String.valueOf(e.getMessage()), e);
    }
  }

  /** The server did not answer, or not in time, or what nobody understands. */
  static final class ServerSilence extends RuntimeException {
    private static final long serialVersionUID = 1;

    private ServerSilence(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Releases the session on the server, within {@code limit}. */
  void close(Duration limit) {
    deadline.allow(limit);
    try {
      session.close();
    } catch (RuntimeException e) {
      // Nothing of it is used any more, and the server forgets a session that nobody uses.
      LOG.debug("The control session {} did not close cleanly", session.sessionId(), e);
    }
  }

  /** Frees what this JVM holds, without a call: the server is gone. */
  void abandon() {
    session.releaseSessionOnClose_$eq(false);
    close(Duration.ZERO);
  }

  @Override
  public void close() {
    close(Duration.ofSeconds(2));
  }
}
