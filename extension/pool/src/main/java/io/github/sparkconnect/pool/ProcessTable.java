package io.github.sparkconnect.pool;

import java.util.List;
import java.util.Optional;

/** What the operating system tells about processes; {@link SystemProcesses} draws conclusions. */
interface ProcessTable {

  /** Returns the identity of this process. */
  ProcessIdentity self();

  /** Returns the identity of the living process with that pid, or empty if none can be seen. */
  Optional<ProcessIdentity> identify(long pid);

  /** Returns whether that process, and no other, lives under its pid. */
  Liveness liveness(ProcessIdentity identity);

  /** Returns the words of the process's command line; empty if they cannot be read right now. */
  Optional<List<String>> commandLine(long pid);

  /** Returns whether the process runs as our user; empty if that cannot be read right now. */
  Optional<Boolean> isOwn(long pid);

  /** Returns whether the process is known to be stopped (SIGSTOP). */
  boolean isStopped(long pid);
}
