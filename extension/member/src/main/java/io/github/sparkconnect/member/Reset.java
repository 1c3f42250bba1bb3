package io.github.sparkconnect.member;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restores the baseline and verifies that it is restored.
 *
 * <p>Each keeper's differences are undone and looked for again. If there were any, all keepers are
 * asked once more at the end, because one kind of state can bring back another: a query that was
 * slow to stop may still have written its table.
 */
final class Reset {

  private static final Logger LOG = LoggerFactory.getLogger(Reset.class);
  private static final int MOST_NAMES = 5;

  private final Map<String, List<String>> undone = new LinkedHashMap<>();
  private final List<String> residue = new ArrayList<>();

  /** Restores what these keepers know of, in their order. */
  void run(List<? extends Keeper> keepers) {
    boolean changed = false;
    for (Keeper keeper : keepers) {
      changed |= restore(keeper);
    }
    if (changed && residue.isEmpty()) {
      for (Keeper keeper : keepers) {
        differences(keeper).forEach(this::remains);
      }
    }
  }

  /** Returns what was undone, one text for each kind. */
  List<String> removed() {
    return undone.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + summary(entry.getValue()))
        .toList();
  }

  /** Returns what is still not as it was. */
  List<String> residue() {
    return List.copyOf(residue);
  }

  private boolean restore(Keeper keeper) {
    List<Difference> differences = differences(keeper);
    if (differences.isEmpty()) {
      return false;
    }
    for (Difference difference : differences) {
      undo(difference);
    }
    differences(keeper).forEach(this::remains);
    return true;
  }

  private void undo(Difference difference) {
    Difference.Undo undo = difference.undo();
    if (undo == null) {
      return;
    }
    try {
      undo.run();
      undone.computeIfAbsent(difference.kind(), kind -> new ArrayList<>()).add(difference.name());
    } catch (Exception | LinkageError e) {
      LOG.warn("Not undone: {}: {}", difference.kind(), difference.name(), e);
    }
  }

  private List<Difference> differences(Keeper keeper) {
    try {
      return keeper.differences();
    } catch (Exception | LinkageError e) { // Some of Spark's are checked, undeclared.
      LOG.warn("The state of this member cannot be told", e);
      residue.add("cannot be told (" + keeper.getClass().getSimpleName() + "): " + e);
      return List.of();
    }
  }

  private void remains(Difference difference) {
    residue.add(difference.kind() + ": " + difference.name());
  }

  private static String summary(List<String> names) {
    String shown = String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())));
    return names.size() + " (" + shown + (names.size() > MOST_NAMES ? ", ..." : "") + ")";
  }
}
