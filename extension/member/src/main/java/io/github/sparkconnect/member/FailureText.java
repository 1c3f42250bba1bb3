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
    return root == problem ? outer : outer + " (cause: " + line(root) + ")";
  }

  private static String line(Throwable problem) {
    String text =
        problem instanceof LinkageError || problem.getMessage() == null
            ? problem.toString()
            : problem.getMessage();
    return text.strip().lines().findFirst().orElse(problem.getClass().getName());
  }
}
