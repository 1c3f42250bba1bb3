package io.github.sparkconnect.junit;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads in a failure of Spark's client what its type does not tell. */
final class SparkFailure {

  /** How the client says that a call did not get through, however it wraps it. */
  private static final Pattern LOST_CONNECTION =
      Pattern.compile("RetriesExceeded|StatusRuntimeException: (UNAVAILABLE|CANCELLED|INTERNAL)");

  /** What Spark says on the server from when it is stopped until its process has ended. */
  private static final Pattern STOPPED =
      Pattern.compile("stopped SparkContext|SparkContext (was|has been) shut ?down");

  /** How Java and Spark say on the server that a class is not there. */
  private static final Pattern MISSING_CLASS =
      Pattern.compile(
          "(?:ClassNotFoundException: |NoClassDefFoundError: |Failed to load class: |Can ?not load class )"
              + "(?<name>[\\p{L}_$][\\p{L}\\p{N}_$./]*[\\p{L}\\p{N}_$])");

  private SparkFailure() {}

  /** Whether it was thrown by Spark's client or by us, and not by the test about something else. */
  static boolean isSparks(Throwable failure) {
    String name = failure.getClass().getName();
    return failure instanceof SparkConnectException
        || name.startsWith("org.apache.spark.")
        || name.contains(".io.grpc.")
        || name.startsWith("io.grpc.");
  }

  /** Whether it, or what caused it, is a call that the server did not answer. */
  static boolean isLostConnection(Throwable failure) {
    return find(failure, LOST_CONNECTION).isPresent();
  }

  /** Whether it, or what caused it, is that the server's Spark was stopped. */
  static boolean isStopped(Throwable failure) {
    return find(failure, STOPPED).isPresent();
  }

  /** Returns the name of the class that the server lacked, if that is what it, or a cause, says. */
  static Optional<String> missingClass(Throwable failure) {
    return find(failure, MISSING_CLASS).map(found -> found.group("name").replace('/', '.'));
  }

  private static Optional<Matcher> find(Throwable failure, Pattern pattern) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> rest = new ArrayDeque<>();
    rest.add(failure);
    while (!rest.isEmpty()) {
      Throwable next = rest.remove();
      if (!seen.add(next)) {
        continue;
      }
      Matcher matcher = pattern.matcher(next.toString());
      if (matcher.find()) {
        return Optional.of(matcher);
      }
      if (next.getCause() != null) {
        rest.add(next.getCause());
      }
      rest.addAll(java.util.Arrays.asList(next.getSuppressed()));
    }
    return Optional.empty();
  }
}
