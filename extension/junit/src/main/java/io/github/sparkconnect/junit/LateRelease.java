package io.github.sparkconnect.junit;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.connect.proto.ExecutePlanResponse;
import org.apache.spark.connect.proto.ReleaseSessionRequest;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc;
import org.jspecify.annotations.Nullable;
import org.sparkproject.io.grpc.CallOptions;
import org.sparkproject.io.grpc.Channel;
import org.sparkproject.io.grpc.ClientCall;
import org.sparkproject.io.grpc.ClientInterceptor;
import org.sparkproject.io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import org.sparkproject.io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import org.sparkproject.io.grpc.Metadata;
import org.sparkproject.io.grpc.MethodDescriptor;
import org.sparkproject.io.grpc.Status;

/**
 * Lets what a client still gives up after its session succeed, whatever the server says.
 *
 * <p>A result or a checkpoint that a test did not close is given up when it is collected as
 * garbage. The server has forgotten it with the session by then, or is gone, or the channel is shut
 * down, and Spark would log a stack trace for each.
 */
final class LateRelease implements ClientInterceptor {

  private static final MethodDescriptor<?, ?> RELEASE_EXECUTE =
      SparkConnectServiceGrpc.getReleaseExecuteMethod();

  private volatile boolean ended;

  @Override
  public <Q, S> ClientCall<Q, S> interceptCall(
      MethodDescriptor<Q, S> method, CallOptions options, Channel next) {
    return new Forgiven<>(next.newCall(method, options), method);
  }

  /** What says "done" to the client, if that is a request to give something up. */
  private static byte @Nullable [] success(Object request) {
    if (request instanceof ExecutePlanRequest execute
        && execute.getPlan().getCommand().hasRemoveCachedRemoteRelationCommand()) {
      return ExecutePlanResponse.newBuilder()
          .setSessionId(execute.getSessionId())
          .setOperationId(execute.getOperationId())
          .setResultComplete(ExecutePlanResponse.ResultComplete.getDefaultInstance())
          .build()
          .toByteArray();
    }
    return null;
  }

  private final class Forgiven<Q, S> extends SimpleForwardingClientCall<Q, S> {

    private final MethodDescriptor<Q, S> method;
    private volatile byte @Nullable [] success;

    Forgiven(ClientCall<Q, S> call, MethodDescriptor<Q, S> method) {
      super(call);
      this.method = method;
      // The client does not wait for these, and so may hear of the end before it has sent anything.
      success = method.equals(RELEASE_EXECUTE) ? new byte[0] : null;
    }

    @Override
    public void start(Listener<S> responses, Metadata headers) {
      super.start(
          new SimpleForwardingClientCallListener<S>(responses) {
            @Override
            public void onClose(Status status, Metadata trailers) {
              byte[] answer = success;
              boolean forgotten = ended || status.getCode() == Status.Code.UNAVAILABLE;
              if (status.isOk() || !forgotten || answer == null) {
                super.onClose(status, trailers);
              } else {
                InputStream stream = new ByteArrayInputStream(answer);
                onMessage(method.parseResponse(stream));
                super.onClose(Status.OK, trailers);
              }
            }
          },
          headers);
    }

    @Override
    public void sendMessage(Q message) {
      ended |= message instanceof ReleaseSessionRequest;
      success = success == null ? success(message) : success;
      super.sendMessage(message);
    }
  }
}
