package io.github.sparkconnect.junit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.sparkproject.io.grpc.CallOptions;
import org.sparkproject.io.grpc.Channel;
import org.sparkproject.io.grpc.ClientCall;
import org.sparkproject.io.grpc.ClientInterceptor;
import org.sparkproject.io.grpc.MethodDescriptor;

/**
 * Ends every call of a client at a point in time that is moved with {@link #allow}; without one,
 * calls are not limited.
 *
 * <p>The point is shared by all threads that use the client.
 */
final class DeadlineInterceptor implements ClientInterceptor {

  private volatile long deadlineNanos;
  private volatile boolean limited;

  /** From now on calls end {@code time} from now at the latest. */
  void allow(Duration time) {
    deadlineNanos = System.nanoTime() + time.toNanos();
    limited = true;
  }

  @Override
  public <Q, S> ClientCall<Q, S> interceptCall(
      MethodDescriptor<Q, S> method, CallOptions options, Channel next) {
    CallOptions bounded =
        limited
            ? options.withDeadlineAfter(
                Math.max(1, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS)
            : options;
    return next.newCall(method, bounded);
  }
}
