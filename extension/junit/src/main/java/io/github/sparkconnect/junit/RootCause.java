package io.github.sparkconnect.junit;

/** What a failure began with. */
final class RootCause {

  private RootCause() {}

  /** Returns the last of the causes, or the failure itself if it has none. */
  static Throwable of(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
