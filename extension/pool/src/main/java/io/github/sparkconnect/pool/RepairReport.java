package io.github.sparkconnect.pool;

import java.util.List;

/**
 * What a repair of the pool did.
 *
 * @param actions one line each; none when there was nothing to do
 */
public record RepairReport(List<String> actions) {

  public RepairReport {
    actions = List.copyOf(actions);
  }
}
