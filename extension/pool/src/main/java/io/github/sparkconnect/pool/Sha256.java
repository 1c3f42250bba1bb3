package io.github.sparkconnect.pool;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names for things, made of what they consist of. */
public final class Sha256 {

  private Sha256() {}

  /** Returns a new, empty digest. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Returns the hash of {@code bytes} as 64 lowercase hexadecimal digits. */
  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }

  /**
   * Returns the first bytes of a hash as lowercase hexadecimal digits.
   *
   * @param bytes 0 to 32; each makes two digits
   */
  public static String hex(byte[] hash, int bytes) {
    return HexFormat.of().formatHex(hash, 0, bytes);
  }
}
