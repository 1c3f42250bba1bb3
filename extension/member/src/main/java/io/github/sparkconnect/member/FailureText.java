package io.github.sparkconnect.member;

/** Says in one line why a member could not be started. */
final class FailureText {

  private FailureText() {}

  static String of(Throwable problem) {
    Throwable root = problem;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String outer = line(problem);
    String cause = line(root);
    return outer.contains(cause) ? outer : outer + " (cause: " + cause + ")";
  }

  /** The message, with the type where it says little without: often it is only a class's name. */
  private static String line(Throwable problem) {
    String message = problem.getMessage();
    String text = message != null && message.contains(" ") ? message : problem.toString();
    return text.strip().lines().findFirst().orElse(problem.getClass().getName());
  }
}
