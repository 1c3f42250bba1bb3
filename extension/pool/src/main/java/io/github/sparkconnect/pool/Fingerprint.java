package io.github.sparkconnect.pool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What must be equal for a claimant to accept a member: a digest, and what it was made of.
 *
 * <p>The inputs are kept so that a difference can be explained in words; those that may hold a
 * secret are there as hashes only. Immutable.
 *
 * @param sha256 64 lowercase hexadecimal digits
 * @param inputs label to value, sorted by label; see {@link FingerprintBuilder} for the labels
 */
public record Fingerprint(String sha256, SortedMap<String, String> inputs) {

  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
  private static final int LONGEST_VALUE_SHOWN = 80;
  private static final int MOST_LABELS_NAMED = 5;

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

  /** Returns a builder that knows every input there is. */
  public static FingerprintBuilder builder() {
    return new FingerprintBuilder();
  }

  /** Returns the fingerprint of these inputs, which hold no secrets any more. */
  static Fingerprint of(Map<String, String> inputs) {
    SortedMap<String, String> sorted = new TreeMap<>(inputs);
    MessageDigest digest = Sha256.digest();
    // Lengths before texts, so that no two different inputs have the same bytes.
    sorted.forEach(
        (label, value) -> {
          update(digest, label);
          update(digest, value);
        });
    return new Fingerprint(HexFormat.of().formatHex(digest.digest()), sorted);
  }

  /**
   * Says in one line what differs between this fingerprint and the inputs of a member.
   *
   * @return for example {@code jvmArgs: here '-Xmx2g', there '-Xmx1g'; also serverConf.spark.x}; or
   *     a sentence saying that nothing does
   */
  public String describeDifference(SortedMap<String, String> other) {
    SortedSet<String> labels = differingLabels(other);
    if (labels.isEmpty()) {
      return "no input differs";
    }
    String first = labels.first();
    StringBuilder line =
        new StringBuilder(first)
            .append(": here ")
            .append(show(inputs.get(first), other.get(first)))
            .append(", there ")
            .append(show(other.get(first), inputs.get(first)));
    labels.remove(first);
    if (!labels.isEmpty()) {
      line.append("; also ")
          .append(
              String.join(
                  ", ", labels.stream().limit(MOST_LABELS_NAMED).map(Fingerprint::plain).toList()));
      if (labels.size() > MOST_LABELS_NAMED) {
        line.append(" and ").append(labels.size() - MOST_LABELS_NAMED).append(" more");
      }
    }
    return line.toString();
  }

  /** Returns how many inputs differ: the smaller, the nearer. */
  int distance(SortedMap<String, String> other) {
    return differingLabels(other).size();
  }

  @Override
  public String toString() {
    return sha256.substring(0, 12);
  }

  private SortedSet<String> differingLabels(SortedMap<String, String> other) {
    SortedSet<String> labels = new TreeSet<>(inputs.keySet());
    labels.addAll(other.keySet());
    labels.removeIf(
        label -> inputs.containsKey(label) && inputs.get(label).equals(other.get(label)));
    return labels;
  }

  private static void update(MessageDigest digest, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
    digest.update(bytes);
  }

  /** Shows a value; of a long one the part where it begins to differ from the other. */
  private static String show(@Nullable String value, @Nullable String other) {
    if (value == null) {
      return "unset";
    }
    if (value.length() <= LONGEST_VALUE_SHOWN) {
      return "'" + plain(value) + "'";
    }
    int same = 0;
    while (other != null
        && same < Math.min(value.length(), other.length())
        && value.charAt(same) == other.charAt(same)) {
      same++;
    }
    int from = Math.min(Math.max(0, same - 20), value.length() - LONGEST_VALUE_SHOWN);
    int to = from + LONGEST_VALUE_SHOWN;
    return "'"
        + (from > 0 ? "..." : "")
        + plain(value.substring(from, to))
        + (to < value.length() ? "..." : "")
        + "'";
  }

  /** One line stays one line, whatever a member's record holds. */
  private static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}|[\\u2028\\u2029]", "?");
  }
}
