package io.github.sparkconnect.junit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.apache.spark.connect.proto.AnalyzePlanRequest;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.sparkproject.io.grpc.CallOptions;
import org.sparkproject.io.grpc.Channel;
import org.sparkproject.io.grpc.ClientCall;
import org.sparkproject.io.grpc.ClientInterceptor;
import org.sparkproject.io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import org.sparkproject.io.grpc.MethodDescriptor;

/**
 * Sends the test's classes to the server just before the first plan of a session that holds code of
 * theirs.
 *
 * <p>Only then, because a session that was sent classes has a class loader of its own on the
 * server, for which Spark compiles its generated code again.
 */
final class ClassSender implements ClientInterceptor {

  /** Spark serialises each lambda and UDF inside an object of a class named like this. */
  private static final byte[][] MARKS = {
    "UdfPacket".getBytes(StandardCharsets.US_ASCII),
    "ForeachWriterPacket".getBytes(StandardCharsets.US_ASCII),
    "java.lang.invoke.SerializedLambda".getBytes(StandardCharsets.US_ASCII)
  };

  private final Supplier<ClassesJar> classes;
  private @Nullable SparkSession destination;

  ClassSender(Supplier<ClassesJar> classes) {
    this.classes = classes;
  }

  /** Says to which session; until then nothing is sent. */
  synchronized void to(SparkSession session) {
    destination = session;
  }

  private synchronized void send() {
    SparkSession session = destination;
    if (session != null) {
      ClassesJar jar = classes.get();
      if (!jar.isEmpty()) {
        jar.sendTo(session);
      }
      destination = null;
    }
  }

  private synchronized boolean pending() {
    return destination != null;
  }

  @Override
  public <Q, S> ClientCall<Q, S> interceptCall(
      MethodDescriptor<Q, S> method, CallOptions options, Channel next) {
    ClientCall<Q, S> call = next.newCall(method, options);
    if (!pending()) {
      return call;
    }
    return new SimpleForwardingClientCall<Q, S>(call) {
      @Override
      public void sendMessage(Q message) {
        if (holdsCode(method, message)) {
          send();
        }
        super.sendMessage(message);
      }
    };
  }

  private static <Q> boolean holdsCode(MethodDescriptor<Q, ?> method, Q message) {
    if (message instanceof ExecutePlanRequest request) {
      // Spark compresses large plans (since 4.1): what is in them cannot be seen cheaply.
      return request.getPlan().getOpTypeCase().name().equals("COMPRESSED_OPERATION")
          || marked(method, message);
    }
    return message instanceof AnalyzePlanRequest && marked(method, message);
  }

  private static <Q> boolean marked(MethodDescriptor<Q, ?> method, Q message) {
    try (InputStream in = method.streamRequest(message)) {
      byte[] bytes = in.readAllBytes();
      for (byte[] mark : MARKS) {
        if (contains(bytes, mark)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean contains(byte[] bytes, byte[] mark) {
    outer:
    for (int i = 0; i <= bytes.length - mark.length; i++) {
      for (int j = 0; j < mark.length; j++) {
        if (bytes[i + j] != mark[j]) {
          continue outer;
        }
      }
      return true;
    }
    return false;
  }
}
