package io.github.sparkconnect.pool;

import java.util.regex.Pattern;

/**
 * Where a member listens, and what it asks for.
 *
 * @param host {@code localhost}, and nothing else: a planted record must not collect tokens
 * @param port 1 to 65535
 * @param token the secret that authenticates a claimant: visible ASCII characters, at most 1024
 */
public record Endpoint(String host, int port, String token) {

  private static final Pattern TOKEN = Pattern.compile("[!-~]{1,1024}");

  /**
   * @throws IllegalArgumentException if a part is out of its range; the message never has the token
   */
  public Endpoint {
    if (!host.equals("localhost")) {
      throw new IllegalArgumentException(
          "only the host 'localhost' is accepted, not: '" + host + "'");
    }
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("a port is a number from 1 to 65535, but was: " + port);
    }
    if (!TOKEN.matcher(token).matches()) {
      throw new IllegalArgumentException("a token is 1 to 1024 visible ASCII characters");
    }
  }

  /** Returns host and port; the token is never shown. */
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
