package io.github.sparkconnect.junit;

import org.jspecify.annotations.Nullable;

/** The parameter types that are resolved: exactly these, never a subtype or {@code Object}. */
enum InjectableType {
  SESSION,
  MEMBER;

  /**
   * Compares names, so that a class path without Spark gives a clear error and not a linkage one.
   */
  static @Nullable InjectableType of(Class<?> type) {
    return switch (type.getName()) {
      case "org.apache.spark.sql.SparkSession", "org.apache.spark.sql.connect.SparkSession" ->
          SESSION;
      case "io.github.sparkconnect.junit.SparkConnectMember" -> MEMBER;
      default -> null;
    };
  }
}
