package io.github.sparkconnect.junit;

/**
 * A line in the report of a failed test that says where its server's log is.
 *
 * <p>A suppressed exception is what every report of a failure shows; this one has no stack trace,
 * because nothing was thrown.
 */
final class ServerLogNote extends Exception {

  private static final long serialVersionUID = 1;

  ServerLogNote(String message) {
    super(message, null, false, false);
  }
}
