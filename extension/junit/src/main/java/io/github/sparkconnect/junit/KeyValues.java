package io.github.sparkconnect.junit;

import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads {@code key=value} pairs, as in the {@code conf} and {@code serverConf} attributes. */
final class KeyValues {

  private KeyValues() {}

  /**
   * Returns the pairs, sorted by key; of two with one key the later wins.
   *
   * @throws IllegalArgumentException if one has no {@code =} or no key
   */
  static SortedMap<String, String> parse(Collection<String> pairs) {
    SortedMap<String, String> result = new TreeMap<>();
    for (String pair : pairs) {
      int equals = pair.indexOf('=');
      if (equals < 0 || pair.substring(0, equals).isBlank()) {
        throw new IllegalArgumentException("expected key=value, but was: '" + pair + "'");
      }
      result.put(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip());
    }
    return result;
  }
}
