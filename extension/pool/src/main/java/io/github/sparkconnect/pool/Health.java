package io.github.sparkconnect.pool;

import java.util.List;

/**
 * What a probe of a member found.
 *
 * @param problems one line each; none means healthy
 */
public record Health(List<String> problems) {

  public Health {
    problems = List.copyOf(problems);
  }

  /** Returns the health of a member without problems. */
  public static Health healthy() {
    return new Health(List.of());
  }

  /** Returns the health of a member with this problem. */
  public static Health unhealthy(String problem) {
    return new Health(List.of(problem));
  }

  /** Returns whether there is no problem. */
  public boolean isHealthy() {
    return problems.isEmpty();
  }
}
