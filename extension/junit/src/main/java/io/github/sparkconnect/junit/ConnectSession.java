package io.github.sparkconnect.junit;

import java.util.UUID;
import java.util.function.Supplier;
import org.apache.spark.sql.connect.SparkSession;
import org.apache.spark.sql.connect.SparkSession$;
import org.apache.spark.sql.connect.client.SparkConnectClient;
import org.sparkproject.io.grpc.ClientInterceptor;
import scala.Option;

/** Opens Connect sessions the way a test needs them. */
final class ConnectSession {

  private ConnectSession() {}

  /**
   * Opens a session without touching what Spark remembers as the default and the active one.
   *
   * @param url an {@code sc://} connection string
   * @param retries how often a failed call is tried again
   * @param reattachable whether a broken result stream is picked up again
   */
  static SparkSession open(
      String url, int retries, boolean reattachable, ClientInterceptor... interceptors) {
    SparkConnectClient.Builder builder =
        SparkConnectClient.builder()
            .connectionString(url)
            .sessionId(UUID.randomUUID().toString())
            .retryPolicy(SparkClientCompat.retryPolicy(retries));
    if (!reattachable) {
      builder.disableReattachableExecute();
    }
    for (ClientInterceptor interceptor : interceptors) {
      builder.interceptor(interceptor);
    }
    try {
      return of(builder.build());
    } catch (LinkageError e) {
      throw SparkConnectException.ofClient(e);
    }
  }

  /** Makes a session of a client; the server need not be there. */
  static SparkSession of(SparkConnectClient client) {
    return keepingGlobals(() -> new SparkSession.Builder().client(client).create());
  }

  /** Runs an action that sets Spark's default and active session, and puts the former ones back. */
  private static SparkSession keepingGlobals(Supplier<SparkSession> action) {
    Option<SparkSession> active = SparkSession$.MODULE$.getActiveSession();
    Option<SparkSession> standard = SparkSession$.MODULE$.getDefaultSession();
    try {
      return action.get();
    } finally {
      SparkGlobals.restore(active, standard);
    }
  }
}
