package io.github.sparkconnect.junit;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Finds misspelt settings: a key that starts like ours but is none of ours. */
final class UnknownSetting {

  private static final String VARIABLE_PREFIX = "SPARKCONNECT_";

  private UnknownSetting() {}

  /** Returns a warning if {@code key} starts with our prefix and is no setting. */
  static Set<String> inKey(SettingSource source, String key) {
    return key.startsWith(Setting.PREFIX) ? warning(source, key, Setting::key) : Set.of();
  }

  /** Returns a warning if {@code name} starts with our prefix and is no setting's variable. */
  static Set<String> inVariable(String name) {
    return name.startsWith(VARIABLE_PREFIX)
        ? warning(SettingSource.environmentVariable(name), name, Setting::variable)
        : Set.of();
  }

  private static Set<String> warning(
      SettingSource source, String given, Function<Setting<?>, String> spelling) {
    Optional<String> nearest =
        Settings.ALL.stream()
            .map(spelling)
            .min(Comparator.comparingInt(known -> distance(lower(known), lower(given))));
    if (nearest.isEmpty() || nearest.get().equals(given)) {
      return Set.of();
    }
    return Set.of(source + " is no setting and has no effect; did you mean " + nearest.get() + "?");
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** Returns how many characters to insert, delete or replace to make one text of the other. */
  static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int above = row[j];
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above, row[j - 1]));
        diagonal = above;
      }
    }
    return row[other.length()];
  }
}
