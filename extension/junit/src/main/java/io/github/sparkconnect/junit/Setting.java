package io.github.sparkconnect.junit;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One setting: what it is called, what it may be and what it is for.
 *
 * @param name without the prefix, for example {@code pool.idleTimeout}
 * @param fallback the text that holds if no source has one; empty: the setting is then not set
 * @param fallbackDoc how the documentation describes that
 * @param doc one sentence for the documentation
 */
record Setting<T>(
    String name,
    SettingType<T> type,
    Supplier<Optional<String>> fallback,
    String fallbackDoc,
    String doc) {

  static final String PREFIX = "sparkconnect.";

  /** A setting with a fixed default. */
  static <T> Setting<T> of(String name, SettingType<T> type, String fallback, String doc) {
    return new Setting<>(name, type, () -> Optional.of(fallback), "`" + fallback + "`", doc);
  }

  /** A setting that is not set unless the user sets it. */
  static <T> Setting<T> unset(String name, SettingType<T> type, String fallbackDoc, String doc) {
    return new Setting<>(name, type, Optional::empty, fallbackDoc, doc);
  }

  /** Returns the configuration parameter and system property, {@code sparkconnect.<name>}. */
  String key() {
    return PREFIX + name;
  }

  /** Returns the environment variable: dots and camel humps of the key become underscores. */
  String variable() {
    return key()
        .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
        .replace('.', '_')
        .toUpperCase(Locale.ROOT);
  }
}
