package io.github.sparkconnect.pool;

import java.util.Optional;

/**
 * A record as far as it can be believed.
 *
 * @param value the record, if all of it is right
 * @param problem what is wrong, or empty
 * @param process the process it names, if that much is legible
 */
record Decoded<T>(Optional<T> value, String problem, Optional<ProcessIdentity> process) {

  static <T> Decoded<T> of(
      Json.Parsed parsed, Fields fields, Optional<T> value, Optional<ProcessIdentity> process) {
    String problem = parsed.problem().orElseGet(() -> String.join(", ", fields.problems()));
    return problem.isEmpty()
        ? new Decoded<>(value, "", process)
        : new Decoded<>(Optional.empty(), problem, process);
  }
}
