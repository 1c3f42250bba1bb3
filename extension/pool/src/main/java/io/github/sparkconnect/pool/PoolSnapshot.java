package io.github.sparkconnect.pool;

import java.util.List;
import java.util.Optional;

/**
 * One listing of the pool, parsed.
 *
 * @param entries the members, sorted by uid; of duplicates the one that takes precedence
 * @param waiters the queue, oldest ticket first
 * @param failures launches that failed within the last day
 * @param problems what is wrong with the directory's content, one line each
 */
public record PoolSnapshot(
    List<PoolEntry> entries,
    List<Waiter> waiters,
    List<FailedLaunch> failures,
    List<String> problems) {

  public PoolSnapshot {
    entries = List.copyOf(entries);
    waiters = List.copyOf(waiters);
    failures = List.copyOf(failures);
    problems = List.copyOf(problems);
  }

  /** Returns the entry of that member, if it has one. */
  public Optional<PoolEntry> entry(Uid uid) {
    return entries.stream().filter(entry -> entry.uid().equals(uid)).findFirst();
  }

  /** Returns the entries of that kind. */
  public <T extends PoolEntry> List<T> entries(Class<T> kind) {
    return entries.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
