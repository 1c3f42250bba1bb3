package io.github.sparkconnect.junit;

/**
 * Where the value of a setting came from.
 *
 * @param description for messages, for example {@code environment variable SPARKCONNECT_MASTER}
 */
record SettingSource(String description) {

  static final SettingSource DEFAULT = new SettingSource("default");

  static SettingSource configurationParameter(String key) {
    return new SettingSource("JUnit configuration parameter " + key);
  }

  static SettingSource systemProperty(String key) {
    return new SettingSource("system property " + key);
  }

  static SettingSource environmentVariable(String name) {
    return new SettingSource("environment variable " + name);
  }

  @Override
  public String toString() {
    return description;
  }
}
