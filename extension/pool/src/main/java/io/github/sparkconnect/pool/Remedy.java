package io.github.sparkconnect.pool;

import java.util.List;
import java.util.stream.Stream;

/** What may help when a server ends in a way that is known. */
public enum Remedy {
  TOO_NEW_JAVA(
      "this Spark does not run on this Java; name an older one in sparkconnect.server.javaHome",
      "getSubject is not supported"),
  TOO_OLD_JAVA(
      "a jar needs a newer Java; name one in sparkconnect.server.javaHome",
      "UnsupportedClassVersionError"),
  WRONG_OPTION("correct sparkconnect.jvmArgs", "Could not create the Java Virtual Machine"),
  NO_MEMORY(
      "give servers a smaller heap in sparkconnect.jvmArgs or allow fewer in"
          + " sparkconnect.pool.maxMembers",
      "Cannot allocate memory",
      "insufficient memory for"),
  NO_HEAP("give servers a smaller heap in sparkconnect.jvmArgs", "Could not reserve enough space"),
  SMALL_HEAP(
      "give servers more heap in sparkconnect.jvmArgs",
      "OutOfMemoryError",
      "INVALID_DRIVER_MEMORY",
      // Spark's way to end for it; the log may show only the end of a long stack trace.
      "exit status 52"),
  MISSING_CLASS(
      "the server's class path lacks a jar, or mixes versions; add it in sparkconnect.packages",
      "NoClassDefFoundError"),
  KILLED(
      "the system may have run out of memory: allow fewer servers in sparkconnect.pool.maxMembers",
      "killed by signal 9"),
  FULL_DISK(
      "make room on the disk, or move the pool with sparkconnect.pool.dir",
      "No space left on device");

  private final String text;
  private final String symptom;
  private final String other;
  private final String third;

  Remedy(String text, String symptom) {
    this(text, symptom, symptom);
  }

  Remedy(String text, String symptom, String other) {
    this(text, symptom, other, other);
  }

  Remedy(String text, String symptom, String other, String third) {
    this.text = text;
    this.symptom = symptom;
    this.other = other;
    this.third = third;
  }

  /** Returns what may help against what a message or one of these lines says. */
  public static List<String> of(String message, List<String> lines) {
    return Stream.of(values())
        .filter(remedy -> Stream.concat(Stream.of(message), lines.stream()).anyMatch(remedy::fits))
        .map(remedy -> remedy.text)
        .toList();
  }

  private boolean fits(String line) {
    return line.contains(symptom) || line.contains(other) || line.contains(third);
  }
}
