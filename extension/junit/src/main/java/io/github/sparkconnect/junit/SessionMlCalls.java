package io.github.sparkconnect.junit;

import java.time.Duration;
import java.util.List;
import org.apache.spark.connect.proto.Command;
import org.apache.spark.sql.connect.client.SparkConnectClient;

/**
 * Sends the ML clean-up commands of a session: on its channel, but by a client of our own, which
 * makes one attempt where the session's would try again and re-attach.
 */
final class SessionMlCalls implements MlCache.Calls {

  private final DeadlineInterceptor deadline;
  private final SparkConnectClient single;

  /**
   * @param deadline an interceptor of the client's channel
   */
  SessionMlCalls(String url, SparkConnectClient client, DeadlineInterceptor deadline) {
    this.deadline = deadline;
    SparkConnectClient.Configuration configuration =
        SparkConnectClient.builder()
            .connectionString(url)
            .userId(client.userId())
            .sessionId(client.sessionId())
            .retryPolicy(SparkClientCompat.retryPolicy(0))
            .disableReattachableExecute()
            .configuration();
    single = new SparkConnectClient(configuration, client.channel());
    SparkClientCompat.sendPlansUncompressed(single);
  }

  @Override
  public void cleanCache(Duration limit) {
    SparkClientCompat.cleanMlCache().ifPresent(command -> send(command, limit));
  }

  @Override
  public void delete(List<String> references, Duration limit) {
    send(SparkClientCompat.deleteMlObjects(references), limit);
  }

  private void send(Command command, Duration limit) {
    deadline.allow(limit);
    try {
      ConnectSession.of(single).execute(command);
    } catch (Exception e) { // Spark throws checked exceptions that its signatures do not declare.
      throw new SparkConnectException("An ML clean-up call failed: " + FirstLine.of(e), e);
    }
  }
}
