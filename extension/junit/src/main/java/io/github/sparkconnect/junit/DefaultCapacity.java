package io.github.sparkconnect.junit;

import java.lang.management.ManagementFactory;

/**
 * How many servers a machine can bear: one per core, as long as all of them together take no more
 * than half of the memory. Cores and memory are what the container grants, not what the machine
 * has.
 */
final class DefaultCapacity {

  private static final int LEAST = 2;

  /** The default heap of 1 GiB, and what a JVM needs beside it. */
  private static final long MEMBER_BYTES = (1L << 30) + (1L << 28);

  private DefaultCapacity() {}

  static int members() {
    return members(Runtime.getRuntime().availableProcessors(), memoryBytes());
  }

  static int members(int cores, long memoryBytes) {
    long fitting = memoryBytes / 2 / MEMBER_BYTES;
    return (int) Math.max(LEAST, Math.min(cores, fitting));
  }

  private static long memoryBytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : Long.MAX_VALUE;
  }
}
