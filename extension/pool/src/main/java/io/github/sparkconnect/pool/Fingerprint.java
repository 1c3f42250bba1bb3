package io.github.sparkconnect.pool;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What must be equal for a claimant to accept a member: a digest, and what it was made of.
 *
 * @param sha256 64 lowercase hexadecimal digits
 * @param inputs label to value, sorted by label, secrets hashed
 */
public record Fingerprint(String sha256, SortedMap<String, String> inputs) {

  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  /**
   * @throws IllegalArgumentException if {@code sha256} is not 64 lowercase hexadecimal digits
   */
  public Fingerprint {
    if (!DIGEST.matcher(sha256).matches()) {
      throw new IllegalArgumentException(
          "a fingerprint is 64 lowercase hexadecimal digits, but was: '" + sha256 + "'");
    }
    inputs = Collections.unmodifiableSortedMap(new TreeMap<>(inputs));
  }
}
