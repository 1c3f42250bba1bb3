package io.github.sparkconnect.benchmarks;

import java.util.List;

/** Where the tests' Spark comes from. */
enum Variant {
  CLASSIC("a", "Spark in each fork's JVM, tuned", "classic"),
  SERVER_PER_FORK("b", "a Connect server started by each fork", "connect"),
  SERVER_PER_CLASS("c", "a Connect server started by each class", "connect"),
  POOLED_FIRST("d", "pool, first build", "pooled"),
  POOLED_LATER("e", "pool, later build", "pooled");

  final String letter;
  final String description;
  final String project;

  Variant(String letter, String description, String project) {
    this.letter = letter;
    this.description = description;
    this.project = project;
  }

  static Variant of(String letter) {
    return List.of(values()).stream()
        .filter(variant -> variant.letter.equals(letter))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no variant " + letter));
  }
}
