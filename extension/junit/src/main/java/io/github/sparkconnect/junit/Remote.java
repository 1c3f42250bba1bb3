package io.github.sparkconnect.junit;

import java.net.URI;
import java.net.URISyntaxException;

/** The address of a server that somebody else runs. */
final class Remote {

  private static final String EXPECTED =
      "expected an endpoint such as sc://localhost:15002 or sc://host:443/;token=...;use_ssl=true";

  private Remote() {}

  /**
   * Returns the text if it is an endpoint of Spark Connect.
   *
   * @throws IllegalArgumentException if not; the message has no token
   */
  static String parse(String text) {
    try {
      if (text.startsWith("sc://") && new URI(address(text)).getHost() != null) {
        return text;
      }
    } catch (URISyntaxException e) {
      // Said below, without the text's token.
    }
    throw new IllegalArgumentException(EXPECTED + ", but was: '" + address(text) + "'");
  }

  /** Returns host and port. */
  static String endpoint(String url) {
    return address(url).substring("sc://".length()).replaceFirst("/.*", "");
  }

  /** Whether the client speaks TLS though the URL does not ask for it. */
  static boolean impliesTls(String url) {
    return url.contains(";token=") && !endpoint(url).matches("localhost(:.*)?");
  }

  private static String address(String text) {
    return text.split(";", 2)[0];
  }
}
