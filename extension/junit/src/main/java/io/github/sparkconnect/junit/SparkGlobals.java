package io.github.sparkconnect.junit;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connect.SparkSession;
import org.apache.spark.sql.connect.SparkSession$;
import org.apache.spark.sql.connect.client.SparkConnectClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;

/**
 * What Spark remembers per JVM, pointed at the injected session while a class runs: the default
 * session, the thread's active one, and the one that {@code SparkSession.builder().getOrCreate()}
 * finds.
 *
 * <p>The newest bound session wins; when it is unbound, the one before it takes its place, and when
 * none is left, what the user had is restored. Safe for use by several threads, but Spark keeps
 * default and {@code getOrCreate()} per JVM: classes that run at the same time share them.
 */
final class SparkGlobals {

  private static final Logger LOG = LoggerFactory.getLogger(SparkGlobals.class);

  /** A session, and the thread of the class or test that it was injected into. */
  private record Bound(SparkSession session, Thread thread) {}

  private final List<Bound> bound = new ArrayList<>();
  private boolean warned;
  private Option<SparkSession> userDefault = Option.empty();
  private Option<SparkSession> userActive = Option.empty();
  private @Nullable SparkSession userCached;

  /** Makes {@code session} the one that code under test finds. */
  synchronized void bind(SparkSession session) {
    if (bound.isEmpty()) {
      userDefault = SparkSession$.MODULE$.getDefaultSession();
      userActive = SparkSession$.MODULE$.getActiveSession();
      userCached = cache().getIfPresent(key());
    } else if (newest().thread() != Thread.currentThread() && !warned) {
      // On one thread, a nested class is inside the other; on two, they run at the same time.
      warned = true;
      LOG.warn(
          "Several @SparkConnectServer classes run at the same time in this JVM:"
              + " SparkSession.builder().getOrCreate() and the default session find the newest"
              + " one's session, because Spark keeps them per JVM. Pass the injected session to the"
              + " code under test, or run these classes in separate forks.");
    }
    bound.add(new Bound(session, Thread.currentThread()));
    apply(session);
  }

  private Bound newest() {
    return bound.get(bound.size() - 1);
  }

  /** Makes a bound session the active one of the calling thread. */
  synchronized void enter(SparkSession session) {
    SparkSession$.MODULE$.setActiveSession(session);
  }

  /** Undoes {@link #bind}. */
  synchronized void unbind(SparkSession session) {
    boolean wasNewest = !bound.isEmpty() && newest().session() == session;
    if (!bound.removeIf(candidate -> candidate.session() == session)) {
      return;
    }
    if (bound.isEmpty()) {
      restore(userActive, userDefault);
      cache().invalidate(key());
      SparkSession cached = userCached;
      if (cached != null && isOpen(Option.apply(cached))) {
        cache().put(key(), cached);
      }
      userDefault = Option.empty();
      userActive = Option.empty();
      userCached = null;
    } else if (wasNewest) {
      apply(newest().session());
    }
  }

  private static void apply(SparkSession session) {
    SparkSession$.MODULE$.setDefaultSession(session);
    SparkSession$.MODULE$.setActiveSession(session);
    cache().put(key(), session);
  }

  /**
   * Sets the calling thread's active session and the default one, or clears them. One that was
   * closed meanwhile is none: it may have been another copy's of this class, in another class
   * loader, and nobody could use it.
   */
  static void restore(Option<SparkSession> active, Option<SparkSession> standard) {
    if (isOpen(active)) {
      SparkSession$.MODULE$.setActiveSession(active.get());
    } else {
      SparkSession$.MODULE$.clearActiveSession();
    }
    if (isOpen(standard)) {
      SparkSession$.MODULE$.setDefaultSession(standard.get());
    } else {
      SparkSession$.MODULE$.clearDefaultSession();
    }
  }

  private static boolean isOpen(Option<SparkSession> session) {
    return session.isDefined() && !session.get().client().channel().isShutdown();
  }

  private static org.sparkproject.connect.guava.cache.LoadingCache<
          SparkConnectClient.Configuration, SparkSession>
      cache() {
    return SparkSession$.MODULE$.org$apache$spark$sql$connect$SparkSession$$sessions();
  }

  /** What a builder without a URL looks for. */
  private static SparkConnectClient.Configuration key() {
    return SparkConnectClient.builder().loadFromEnvironment().configuration();
  }
}
