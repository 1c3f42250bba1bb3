package bench;

import java.lang.management.ManagementFactory;

/** Milliseconds since this JVM was started. */
final class Clock {

  private static long session;

  private Clock() {}

  static long now() {
    return System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
  }

  /** The first session is usable. */
  static void session() {
    if (session == 0) {
      session = now();
    }
  }

  static long sessionAt() {
    return session;
  }
}
