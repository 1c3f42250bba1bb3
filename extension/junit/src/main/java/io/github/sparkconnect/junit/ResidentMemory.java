package io.github.sparkconnect.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much memory a process occupies, where the system tells (Linux). */
final class ResidentMemory {

  private static final Pattern LINE = Pattern.compile("(?m)^VmRSS:\\s*(\\d{1,15}) kB$");

  private ResidentMemory() {}

  /** Returns bytes. */
  static Optional<Long> of(long pid) {
    try {
      Matcher line = LINE.matcher(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
      return line.find() ? Optional.of(Long.parseLong(line.group(1)) << 10) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
