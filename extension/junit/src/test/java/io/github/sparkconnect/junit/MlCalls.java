package io.github.sparkconnect.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.connect.proto.MlCommand;
import org.apache.spark.connect.proto.ObjectRef;
import org.jspecify.annotations.Nullable;
import org.sparkproject.io.grpc.CallOptions;
import org.sparkproject.io.grpc.Channel;
import org.sparkproject.io.grpc.ClientCall;
import org.sparkproject.io.grpc.ClientInterceptor;
import org.sparkproject.io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import org.sparkproject.io.grpc.MethodDescriptor;

/** Writes down a client's ML clean-up calls as they go over the wire, and can hold one up. */
final class MlCalls implements ClientInterceptor {

  private final List<String> calls = new ArrayList<>();
  private final AtomicReference<@Nullable Runnable> meanwhile = new AtomicReference<>();

  /** Does something on the calling thread, once, before the next call goes to the server. */
  void duringNext(Runnable action) {
    meanwhile.set(action);
  }

  List<String> calls() {
    synchronized (calls) {
      return List.copyOf(calls);
    }
  }

  @Override
  public <Q, S> ClientCall<Q, S> interceptCall(
      MethodDescriptor<Q, S> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<Q, S>(next.newCall(method, options)) {
      @Override
      public void sendMessage(Q message) {
        if (message instanceof ExecutePlanRequest request
            && request.getPlan().getCommand().hasMlCommand()) {
          note(request.getPlan().getCommand().getMlCommand());
        }
        super.sendMessage(message);
      }
    };
  }

  private void note(MlCommand command) {
    if (!command.hasCleanCache() && !command.hasDelete()) {
      return;
    }
    synchronized (calls) {
      calls.add(
          command.hasCleanCache()
              ? "clean"
              : command.getDelete().getObjRefsList().stream()
                  .map(ObjectRef::getId)
                  .collect(Collectors.joining(" ", "delete ", "")));
    }
    Runnable action = meanwhile.getAndSet(null);
    if (action != null) {
      action.run();
    }
  }
}
