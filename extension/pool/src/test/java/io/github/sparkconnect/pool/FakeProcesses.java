package io.github.sparkconnect.pool;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Processes that live, die and are unknown as the test says. */
final class FakeProcesses implements Processes {

  private final AtomicLong pids = new AtomicLong(1000);
  private final Map<ProcessIdentity, Liveness> states = new ConcurrentHashMap<>();
  private final Map<ProcessIdentity, Boolean> strangers = new ConcurrentHashMap<>();
  private final ProcessIdentity self = start();
  private volatile boolean refusing;

  /** Starts a process. */
  ProcessIdentity start() {
    long pid = pids.incrementAndGet();
    ProcessIdentity process = new ProcessIdentity(pid, "fake:" + pid);
    states.put(process, Liveness.SAME);
    return process;
  }

  /** Starts a process that is no member. */
  ProcessIdentity startStranger() {
    ProcessIdentity process = start();
    strangers.put(process, true);
    return process;
  }

  /** Ends a process. */
  void end(ProcessIdentity process) {
    states.put(process, Liveness.DIFFERENT);
  }

  /** Makes a process one that cannot be judged. */
  void hide(ProcessIdentity process) {
    states.put(process, Liveness.UNKNOWN);
  }

  /** From now on the system refuses to send signals. */
  void refuseSignals() {
    refusing = true;
  }

  @Override
  public ProcessIdentity self() {
    return self;
  }

  @Override
  public Optional<ProcessIdentity> identify(long pid) {
    return states.entrySet().stream()
        .filter(e -> e.getKey().pid() == pid && e.getValue() == Liveness.SAME)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  @Override
  public Liveness liveness(ProcessIdentity identity) {
    return states.getOrDefault(identity, Liveness.DIFFERENT);
  }

  @Override
  public Liveness member(ProcessIdentity identity, Uid uid) {
    return strangers.containsKey(identity) ? Liveness.DIFFERENT : liveness(identity);
  }

  @Override
  public boolean isStopped(ProcessIdentity identity) {
    return false;
  }

  @Override
  public SignalResult terminate(ProcessIdentity identity, Uid uid) {
    return kill(identity, uid);
  }

  @Override
  public SignalResult kill(ProcessIdentity identity, Uid uid) {
    if (!isMember(identity, uid)) {
      return SignalResult.NOT_PROVED;
    }
    if (refusing) {
      return SignalResult.FAILED;
    }
    end(identity);
    return SignalResult.SENT;
  }
}
