package io.github.sparkconnect.junit;

/** Says whether this JVM lets Spark's client read results. */
final class ArrowMain {

  private ArrowMain() {}

  /** Without arguments. */
  public static void main(String[] args) {
    try {
      ArrowAccess.ensure();
      System.out.println("it does");
    } catch (SparkConnectException e) {
      System.out.println(e.getMessage());
    }
  }
}
