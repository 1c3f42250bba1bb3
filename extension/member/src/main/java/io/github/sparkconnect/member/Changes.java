package io.github.sparkconnect.member;

import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;

/** Compares maps. */
final class Changes {

  private Changes() {}

  /** Returns the keys that one of the maps lacks or whose values differ. */
  static <K extends Comparable<K>> NavigableSet<K> between(Map<K, ?> before, Map<K, ?> after) {
    NavigableSet<K> changed = new TreeSet<>();
    if (before.equals(after)) {
      return changed;
    }
    before.forEach(
        (key, value) -> {
          if (!Objects.equals(value, after.get(key))) {
            changed.add(key);
          }
        });
    after.keySet().stream().filter(key -> !before.containsKey(key)).forEach(changed::add);
    return changed;
  }
}
