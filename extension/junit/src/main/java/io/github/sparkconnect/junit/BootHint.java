package io.github.sparkconnect.junit;

import java.util.List;
import java.util.stream.Stream;

/** What to do about failures that are known. */
enum BootHint {
  TOO_NEW_JAVA(
      "getSubject is not supported",
      "this Spark does not run on this Java; name an older one in "
          + Settings.SERVER_JAVA_HOME.key()),
  TOO_OLD_JAVA(
      "UnsupportedClassVersionError",
      "a jar needs a newer Java; name one in " + Settings.SERVER_JAVA_HOME.key()),
  WRONG_OPTION("Could not create the Java Virtual Machine", "correct " + Settings.JVM_ARGS.key()),
  NO_MEMORY(
      "Cannot allocate memory",
      "give servers a smaller heap in "
          + Settings.JVM_ARGS.key()
          + " or allow fewer in "
          + Settings.POOL_MAX_MEMBERS.key()),
  NO_HEAP(
      "Could not reserve enough space",
      "give servers a smaller heap in " + Settings.JVM_ARGS.key()),
  SMALL_HEAP("OutOfMemoryError", "give servers more heap in " + Settings.JVM_ARGS.key()),
  MISSING_CLASS(
      "NoClassDefFoundError",
      "the server's class path lacks a jar, or mixes versions; add it in "
          + Settings.PACKAGES.key()),
  KILLED(
      "killed by signal 9",
      "the system may have run out of memory: allow fewer servers in "
          + Settings.POOL_MAX_MEMBERS.key()),
  FULL_DISK(
      "No space left on device",
      "make room on the disk, or move the pool with " + Settings.POOL_DIR.key());

  private final String symptom;
  private final String remedy;

  BootHint(String symptom, String remedy) {
    this.symptom = symptom;
    this.remedy = remedy;
  }

  /** Returns the remedies for the symptoms in these texts. */
  static List<String> of(String message, List<String> log) {
    return Stream.of(values())
        .filter(
            hint ->
                Stream.concat(Stream.of(message), log.stream())
                    .anyMatch(line -> line.contains(hint.symptom)))
        .map(hint -> hint.remedy)
        .toList();
  }
}
