package io.github.sparkconnect.junit;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what a session's machine learning code keeps on the server.
 *
 * <p>A call blocks its thread until the server has answered. While it does, something on the same
 * thread may want to clean up, too: a finalizer, an interceptor, a listener, a close callback. Were
 * that second call made, it could wait for the first and the first for it. So it is skipped, with a
 * warning, and what it wanted is done by the first call before that returns: in one further call,
 * within the same limit, and not at all if the first one clears everything. An example: {@code
 * delete(a)} is waiting for the server; a cleaner runs on its thread and asks for {@code
 * delete(b)}; that returns at once, and the outer call sends {@code delete(b)} next.
 *
 * <p>The mark is per client and per thread: calls of other threads and of other clients on the same
 * thread are never skipped. Without nesting, exactly the calls are made that were asked for. Each
 * is one attempt. Thread-safe.
 */
final class MlCache {

  private static final Logger LOG = LoggerFactory.getLogger(MlCache.class);

  /** How the server is told; each call blocks until it has answered or the limit is over. */
  interface Calls {
    void cleanCache(Duration limit);

    void delete(List<String> references, Duration limit);
  }

  private final String client;
  private final Calls calls;

  /** Holds a thread only while it is inside a call. */
  private final ConcurrentMap<Thread, Outer> underWay = new ConcurrentHashMap<>();

  /**
   * @param client names the client in warnings
   */
  MlCache(String client, Calls calls) {
    this.client = client;
    this.calls = calls;
  }

  /** The call that is under way on a thread, and what was asked for meanwhile. */
  private static final class Outer {
    final String name;
    final Set<String> deletions = new LinkedHashSet<>();
    boolean clean;

    Outer(String name) {
      this.name = name;
    }
  }

  /**
   * Removes everything that the session keeps.
   *
   * @return whether it was done here; false if a call under way on this thread does it
   */
  boolean clean(Duration limit) {
    Outer around = underWay.get(Thread.currentThread());
    if (around != null) {
      skip("clean", around);
      around.clean = true;
      return false;
    }
    run("clean", limit, () -> calls.cleanCache(limit), true);
    return true;
  }

  /**
   * Removes some models.
   *
   * @param references what the server calls them; none is no call
   * @return whether it was done here; false if a call under way on this thread does it
   */
  boolean delete(Collection<String> references, Duration limit) {
    List<String> wanted = List.copyOf(references);
    if (wanted.isEmpty()) {
      return true;
    }
    String name = "delete(" + String.join(", ", wanted) + ")";
    Outer around = underWay.get(Thread.currentThread());
    if (around != null) {
      skip(name, around);
      around.deletions.addAll(wanted);
      return false;
    }
    run(name, limit, () -> calls.delete(wanted, limit), false);
    return true;
  }

  private void run(String name, Duration limit, Runnable call, boolean clearsAll) {
    Limit end = Limit.of(limit);
    Outer own = new Outer(name);
    underWay.put(Thread.currentThread(), own);
    try {
      RuntimeException failure = attempt(call);
      if (!clearsAll) {
        RuntimeException later = attempt(() -> sendSkipped(own, end));
        if (failure == null) {
          failure = later;
        } else if (later != null) {
          failure.addSuppressed(later);
        }
      }
      if (failure != null) {
        throw failure;
      }
    } finally {
      underWay.remove(Thread.currentThread());
    }
  }

  private static @Nullable RuntimeException attempt(Runnable call) {
    try {
      call.run();
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  private void sendSkipped(Outer own, Limit end) {
    if (own.clean) {
      calls.cleanCache(end.left());
    } else if (!own.deletions.isEmpty()) {
      calls.delete(List.copyOf(own.deletions), end.left());
    }
  }

  private void skip(String name, Outer around) {
    LOG.warn(
        "The clean-up call '{}' of {} was made while '{}' of the same client was waiting for the"
            + " server on the same thread; it is skipped, and its work is done by that call",
        name,
        client,
        around.name);
  }
}
