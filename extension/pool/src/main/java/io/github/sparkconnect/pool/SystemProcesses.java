package io.github.sparkconnect.pool;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The processes of this machine: the one place that tells a process from another and the one that
 * sends signals.
 *
 * <p>Looking never disturbs: no signal, not even an empty one, is sent to find out whether a
 * process lives. A signal is sent only after identity and command line were proved in the same
 * call; in doubt it is not. Thread-safe; touches no files but {@code /proc}.
 */
public final class SystemProcesses implements Processes {

  /** The main class that a member's command line names. */
  static final String MEMBER_MAIN = "io.github.sparkconnect.member.SparkConnectMemberMain";

  private final ProcessTable table;
  private final String memberMain;

  /** Opens the view of this machine: {@code /proc} if there is one, else what Java offers. */
  public SystemProcesses() {
    this(MEMBER_MAIN);
  }

  /** Takes another class for the members' main, for tests that use stand-ins. */
  SystemProcesses(String memberMain) {
    this(LinuxProcessTable.open(Path.of("/proc")).orElseGet(JavaProcessTable::new), memberMain);
  }

  SystemProcesses(ProcessTable table, String memberMain) {
    this.table = table;
    this.memberMain = memberMain;
  }

  @Override
  public ProcessIdentity self() {
    return table.self();
  }

  @Override
  public Optional<ProcessIdentity> identify(long pid) {
    return table.identify(pid);
  }

  @Override
  public Liveness liveness(ProcessIdentity identity) {
    return table.liveness(identity);
  }

  @Override
  public Liveness member(ProcessIdentity identity, Uid uid) {
    Optional<List<String>> words = table.commandLine(identity.pid());
    // Anybody can give a process that command line, but not our user to it.
    Optional<Boolean> own = table.isOwn(identity.pid());
    // Last, so that the words were this process's and not its predecessor's.
    Liveness liveness = table.liveness(identity);
    if (liveness != Liveness.SAME) {
      return liveness;
    }
    if (words.isEmpty() || own.isEmpty()) {
      return Liveness.UNKNOWN; // no descriptor was left to look, for example
    }
    return own.get() && isMain(words.get(), uid) ? Liveness.SAME : Liveness.DIFFERENT;
  }

  private boolean isMain(List<String> words, Uid uid) {
    int main = words.indexOf(memberMain);
    return main > 0 && words.subList(main, words.size()).contains(uid.value());
  }

  @Override
  public boolean isStopped(ProcessIdentity identity) {
    return table.isStopped(identity.pid()) && table.liveness(identity) == Liveness.SAME;
  }

  @Override
  public SignalResult terminate(ProcessIdentity identity, Uid uid) {
    // A stopped process keeps a TERM pending for ever.
    return signal(identity, uid, table.isStopped(identity.pid()));
  }

  @Override
  public SignalResult kill(ProcessIdentity identity, Uid uid) {
    return signal(identity, uid, true);
  }

  private SignalResult signal(ProcessIdentity identity, Uid uid, boolean forcibly) {
    // The handle comes before the proof: it remembers the start of its process and refuses to
    // signal another one, which closes the gap between proof and signal.
    Optional<ProcessHandle> handle = JavaProcessTable.handle(identity.pid());
    Liveness liveness = table.liveness(identity);
    if (liveness == Liveness.UNKNOWN) {
      return SignalResult.NOT_PROVED;
    }
    if (liveness == Liveness.DIFFERENT || handle.isEmpty()) {
      return SignalResult.GONE;
    }
    if (identity.pid() == table.self().pid() || !isMember(identity, uid)) {
      return SignalResult.NOT_PROVED;
    }
    boolean sent = forcibly ? handle.get().destroyForcibly() : handle.get().destroy();
    if (sent) {
      return SignalResult.SENT;
    }
    return table.liveness(identity) == Liveness.DIFFERENT ? SignalResult.GONE : SignalResult.FAILED;
  }
}
