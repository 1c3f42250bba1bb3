package io.github.sparkconnect.pool;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The name of a member.
 *
 * @param value exactly 12 lowercase hexadecimal digits
 */
public record Uid(String value) implements Comparable<Uid> {

  private static final Pattern GRAMMAR = Pattern.compile("[0-9a-f]{12}");
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * @throws IllegalArgumentException if {@code value} is not 12 lowercase hexadecimal digits
   */
  public Uid {
    if (!GRAMMAR.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "a uid is 12 lowercase hexadecimal digits, but was: '" + value + "'");
    }
  }

  /** Returns a new uid; 48 random bits make a clash within a pool negligible. */
  public static Uid random() {
    byte[] bytes = new byte[6];
    RANDOM.nextBytes(bytes);
    return new Uid(HexFormat.of().formatHex(bytes));
  }

  /** Returns the uid that {@code value} spells, or empty if it spells none. */
  public static Optional<Uid> parse(String value) {
    return GRAMMAR.matcher(value).matches() ? Optional.of(new Uid(value)) : Optional.empty();
  }

  @Override
  public int compareTo(Uid other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
