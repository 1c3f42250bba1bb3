package io.github.sparkconnect.junit;

/** Writes the documentation of all settings as a Markdown table. */
final class SettingsTable {

  private SettingsTable() {}

  static String markdown() {
    StringBuilder table =
        new StringBuilder("| Setting | Type | Default | Meaning |\n|---|---|---|---|\n");
    for (Setting<?> setting : Settings.ALL) {
      table
          .append("| `")
          .append(setting.key())
          .append("` | ")
          .append(setting.type().name())
          .append(" | ")
          .append(setting.fallbackDoc().equals("``") ? "none" : setting.fallbackDoc())
          .append(" | ")
          .append(setting.doc())
          .append(" |\n");
    }
    return table.toString();
  }
}
