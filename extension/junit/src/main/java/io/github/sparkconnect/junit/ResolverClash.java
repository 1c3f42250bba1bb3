package io.github.sparkconnect.junit;

import org.junit.jupiter.api.extension.ParameterResolutionException;

/** Adds to JUnit's report that two extensions want the same parameter how to tell them apart. */
final class ResolverClash {

  private ResolverClash() {}

  /** Returns what is to be thrown instead of {@code failure}, often itself. */
  static Throwable explained(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    // By its words, because JUnit has no type for it; without them, its own report has to do.
    return failure instanceof ParameterResolutionException
            && message.contains("competing ParameterResolvers")
            && message.contains(SparkConnectServerExtension.class.getName())
        ? new ParameterResolutionException(
            message
                + ". To get the session of @SparkConnectServer, declare the parameter as"
                + " org.apache.spark.sql.connect.SparkSession, or declare a SparkConnectMember and"
                + " take its newSession().",
            failure)
        : failure;
  }
}
