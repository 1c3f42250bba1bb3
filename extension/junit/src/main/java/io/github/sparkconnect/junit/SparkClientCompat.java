package io.github.sparkconnect.junit;

import java.lang.reflect.Constructor;
import java.net.ConnectException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.spark.connect.proto.Command;
import org.apache.spark.connect.proto.MlCommand;
import org.apache.spark.connect.proto.ObjectRef;
import org.apache.spark.sql.connect.client.RetryPolicy;
import org.apache.spark.sql.connect.client.SparkConnectClient;
import scala.Function1;
import scala.Option;
import scala.concurrent.duration.FiniteDuration;

/** All that differs between the Spark clients we support (4.0.0 to 4.2.0). */
final class SparkClientCompat {

  private static final FiniteDuration FIRST_BACKOFF =
      FiniteDuration.apply(50, TimeUnit.MILLISECONDS);
  private static final FiniteDuration MAX_BACKOFF = FiniteDuration.apply(2, TimeUnit.SECONDS);
  private static final FiniteDuration NO_JITTER = FiniteDuration.apply(0, TimeUnit.MILLISECONDS);
  private static final FiniteDuration JITTER_THRESHOLD = FiniteDuration.apply(1, TimeUnit.HOURS);

  /** What gRPC says of a call after the channel was shut down. */
  private static final String SHUT_DOWN = "Channel shutdown";

  private SparkClientCompat() {}

  /**
   * A policy that gives up after {@code retries} further attempts: 50 ms, 200 ms, 800 ms, then 2 s
   * apart, and at once if the session is closed or nobody listens on the port. Spark's own retries
   * a dead server for ten minutes, and says so each time.
   */
  static RetryPolicy retryPolicy(int retries) {
    RetryPolicy standard = RetryPolicy.defaultPolicy();
    Object[] arguments = {
      Option.apply(retries),
      FIRST_BACKOFF,
      Option.apply(MAX_BACKOFF),
      4.0,
      NO_JITTER,
      JITTER_THRESHOLD,
      (Function1<Throwable, Object>) e -> isTransient(e) && (boolean) standard.canRetry().apply(e),
      "spark-connect-junit",
      // Since 4.1: whether the server may ask for a longer pause, and how long at most.
      false,
      Option.empty()
    };
    return (RetryPolicy) make(RetryPolicy.class.getConstructors()[0], arguments);
  }

  /** Calls a constructor of a policy with as many of these arguments as it takes. */
  static Object make(Constructor<?> constructor, Object... arguments) {
    try {
      return constructor.newInstance(withDefaults(arguments, constructor.getParameterCount()));
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      throw new SparkConnectException(
          "This Spark client's RetryPolicy has a constructor that is not known: "
              + constructor
              + ". Known are the clients 4.0.0 to 4.2.0.",
          e);
    }
  }

  /** A version newer than we know may have further parameters; they get Scala's defaults. */
  static Object[] withDefaults(Object[] known, int count) throws ReflectiveOperationException {
    Object[] all = Arrays.copyOf(known, count);
    for (int i = known.length; i < count; i++) {
      all[i] = RetryPolicy.class.getMethod("apply$default$" + (i + 1)).invoke(null);
    }
    return all;
  }

  /** Whether a failure may go away: not if the session is closed or nobody listens any more. */
  private static boolean isTransient(Throwable failure) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      if (e instanceof ConnectException || String.valueOf(e.getMessage()).contains(SHUT_DOWN)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The command that empties a session's ML cache, or empty if this client does not know one: with
   * 4.0.0, releasing the session drops its models.
   */
  static Optional<Command> cleanMlCache() {
    try {
      return Optional.of(CleanCache.command());
    } catch (LinkageError e) {
      return Optional.empty();
    }
  }

  /**
   * Lets a client send its plans as they are: one call less for each session, in which it would ask
   * the server how to compress large ones. Since 4.1; before, no client compresses.
   */
  static void sendPlansUncompressed(SparkConnectClient client) {
    try {
      PlanCompression.off(client);
    } catch (LinkageError e) {
      // There is nothing to switch off.
    }
  }

  /** The command that deletes models by their references. */
  static Command deleteMlObjects(List<String> references) {
    MlCommand.Delete.Builder delete = MlCommand.Delete.newBuilder();
    for (String reference : references) {
      delete.addObjRefs(ObjectRef.newBuilder().setId(reference));
    }
    return Command.newBuilder().setMlCommand(MlCommand.newBuilder().setDelete(delete)).build();
  }

  /** Apart, so that only its use needs the method that 4.0.0 lacks. */
  private static final class PlanCompression {
    static void off(SparkConnectClient client) {
      client.setPlanCompressionOptions(Option.empty());
    }
  }

  /** Apart, so that only its use needs the class that 4.0.0 lacks. */
  private static final class CleanCache {
    static Command command() {
      return Command.newBuilder()
          .setMlCommand(
              MlCommand.newBuilder().setCleanCache(MlCommand.CleanCache.getDefaultInstance()))
          .build();
    }
  }
}
