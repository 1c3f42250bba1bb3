package io.github.sparkconnect.junit;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names for things, made of what they consist of. */
final class Sha256 {

  private Sha256() {}

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Returns the first bytes of a hash as hexadecimal digits. */
  static String hex(byte[] hash, int bytes) {
    return HexFormat.of().formatHex(hash, 0, bytes);
  }
}
