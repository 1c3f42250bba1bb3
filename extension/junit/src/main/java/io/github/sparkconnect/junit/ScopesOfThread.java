package io.github.sparkconnect.junit;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/**
 * Which classes with a server the calling thread is in the middle of: its stack has a frame of
 * theirs, of the class itself or of something in it.
 *
 * <p>A thread that waits for the parts of one class may take up another one meanwhile (JUnit's
 * parallel execution steals work; a test may run a launcher). If it then waited for a server, it
 * might wait for one that the first class cannot give back before the thread returns to it. Whoever
 * holds the claim does not tell: parts of a class run on many threads.
 */
final class ScopesOfThread {

  private final ThreadLocal<Deque<Object>> scopes = ThreadLocal.withInitial(ArrayDeque::new);

  /** The calling thread enters a part of {@code scope}; the mark is closed when it leaves it. */
  Mark enter(Object scope) {
    scopes.get().push(scope);
    return new Mark(scopes.get(), scope);
  }

  /** Whether the calling thread is inside of a scope other than {@code scope}. */
  boolean isInsideAnother(Object scope) {
    return scopes.get().stream().anyMatch(entered -> !entered.equals(scope));
  }

  /** Kept in the store of the entered part, which JUnit closes on the thread that ran it. */
  @SuppressWarnings(
      "deprecation") // JUnit before 5.13 closes only this type, later ones prefer the other.
  record Mark(Deque<Object> entered, Object scope) implements CloseableResource, AutoCloseable {

    @Override
    public void close() {
      entered.removeFirstOccurrence(scope);
    }
  }
}
