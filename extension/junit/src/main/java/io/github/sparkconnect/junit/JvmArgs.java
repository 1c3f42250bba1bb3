package io.github.sparkconnect.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The options of a server's JVM: the user's, and ours where the user's say nothing. */
final class JvmArgs {

  private static final Pattern HEAP =
      Pattern.compile("-Xmx.*|-XX:(MaxHeapSize|MaxRAMPercentage|MaxRAM)=.*");
  private static final Pattern COLLECTOR = Pattern.compile("-XX:[+-]Use\\w+GC");
  private static final Pattern COMPILER =
      Pattern.compile("-Xint|-Xcomp|-XX:(TieredStopAtLevel=.*|[+-]TieredCompilation)");

  private JvmArgs() {}

  /**
   * Returns all of them, the user's last, so that they are stronger.
   *
   * @param environment as the server gets it: its option lines are the user's, too, and a JVM with
   *     two collectors does not start
   */
  static List<String> of(Workload workload, List<String> user, Map<String, String> environment) {
    List<String> all = new ArrayList<>(user);
    for (String name : LaunchEnvironment.OPTION_LINES) {
      all.addAll(List.of(environment.getOrDefault(name, "").strip().split("\\s+")));
    }
    List<String> result = new ArrayList<>();
    if (workload == Workload.SHORT) {
      if (none(COLLECTOR, all)) {
        result.add("-XX:+UseSerialGC");
      }
      if (none(COMPILER, all)) {
        result.add("-XX:TieredStopAtLevel=1");
      }
    }
    if (none(HEAP, user)) {
      result.add("-Xmx1g");
    }
    result.addAll(user);
    return List.copyOf(result);
  }

  private static boolean none(Pattern pattern, List<String> options) {
    return options.stream().noneMatch(option -> pattern.matcher(option).matches());
  }
}
