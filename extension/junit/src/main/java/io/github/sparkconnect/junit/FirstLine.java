package io.github.sparkconnect.junit;

/** Failures in one line. */
final class FirstLine {

  private FirstLine() {}

  /** Returns the first line of the message, or the type's name if there is none. */
  static String of(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? failure.getClass().getSimpleName()
        : message.lines().filter(line -> !line.isBlank()).findFirst().orElse("").strip();
  }
}
