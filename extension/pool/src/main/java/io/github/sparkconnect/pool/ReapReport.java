package io.github.sparkconnect.pool;

import java.util.List;

/**
 * What one pass of the {@link Reaper} did.
 *
 * @param actions one line each; none when there was nothing to do
 * @param problems what it could not do, one line each
 * @param ending members whose process was told to end and still lives
 */
public record ReapReport(List<String> actions, List<String> problems, List<Uid> ending) {

  public ReapReport {
    actions = List.copyOf(actions);
    problems = List.copyOf(problems);
    ending = List.copyOf(ending);
  }
}
