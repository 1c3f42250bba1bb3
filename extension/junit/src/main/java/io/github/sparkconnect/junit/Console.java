package io.github.sparkconnect.junit;

import java.io.PrintStream;

/**
 * Lines for the person who waits, on standard error.
 *
 * <p>Not through the user's logging: with the configuration that Spark's client brings, nothing
 * below ERROR would be seen. It is looked up at each line, because test tools replace {@code
 * System.err} to capture it.
 */
final class Console {

  private static final String PREFIX = "[spark-connect] ";

  private Console() {}

  static void line(String text) {
    PrintStream err = System.err;
    err.println(PREFIX + text);
  }
}
