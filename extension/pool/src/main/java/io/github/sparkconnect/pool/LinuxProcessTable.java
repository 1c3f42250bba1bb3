package io.github.sparkconnect.pool;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Processes as {@code /proc} shows them.
 *
 * <p>An identity is {@code linux:<boot id>:<pid namespace>:<start ticks>}. Ticks count from the
 * boot of the machine, so no step of the wall clock changes them; the boot id keeps two boots
 * apart; the pid namespace is the <em>observer's</em>, because that is where a pid means something.
 *
 * <p>A {@code /proc} that belongs to another pid namespace (a container that shares the host's, or
 * {@code unshare --pid} without a new mount) numbers processes in a way that is not ours. Then only
 * this process is identified and every other is {@link Liveness#UNKNOWN}.
 */
final class LinuxProcessTable implements ProcessTable {

  private static final Pattern START_ID = Pattern.compile("linux:([^:]+):([^:]+):(\\d{1,20})");
  private static final Pattern NAMESPACE_LINK = Pattern.compile("pid:\\[(\\d+)]");
  private static final Pattern OWNER = Pattern.compile("(?m)^Uid:\\s+(\\d+)\\s");
  private static final Pattern THREAD_GROUP = Pattern.compile("(?m)^Tgid:\\s*(\\d+)$");
  // What a process that ends between opening and reading its files answers.
  private static final String ENDED_MEANWHILE = "No such process";

  private final Path proc;
  private final String bootId;
  private final String namespace;
  private final ProcessIdentity self;
  private final boolean numbersAreOurs;

  private LinuxProcessTable(Path proc) throws IOException {
    this.proc = proc;
    this.bootId = Files.readString(proc.resolve("sys/kernel/random/boot_id"), ISO_8859_1).strip();
    Matcher link =
        NAMESPACE_LINK.matcher(Files.readSymbolicLink(proc.resolve("self/ns/pid")).toString());
    if (bootId.isEmpty() || bootId.contains(":") || !link.matches()) {
      throw new IOException(proc + " names no boot or no pid namespace");
    }
    this.namespace = link.group(1);
    long pid = ProcessHandle.current().pid();
    this.numbersAreOurs =
        Files.readSymbolicLink(proc.resolve("self")).toString().equals(Long.toString(pid));
    ProcStat stat =
        ProcStat.parse(Files.readString(proc.resolve("self/stat"), ISO_8859_1))
            .orElseThrow(() -> new IOException(proc.resolve("self/stat") + " is not understood"));
    this.self = new ProcessIdentity(pid, startId(stat));
  }

  /** Returns the table, or empty if there is no usable {@code /proc} (another system). */
  static Optional<ProcessTable> open(Path proc) {
    try {
      return Optional.of(new LinuxProcessTable(proc));
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }

  @Override
  public ProcessIdentity self() {
    return self;
  }

  @Override
  public Optional<ProcessIdentity> identify(long pid) {
    if (pid == self.pid()) {
      return Optional.of(self);
    }
    if (!numbersAreOurs || !(look(pid) instanceof Present present) || present.stat().isDead()) {
      return Optional.empty();
    }
    return Optional.of(new ProcessIdentity(pid, startId(present.stat())));
  }

  @Override
  public Liveness liveness(ProcessIdentity identity) {
    if (identity.equals(self)) {
      return Liveness.SAME;
    }
    Matcher startId = START_ID.matcher(identity.startId());
    if (!startId.matches()) {
      // An identity made without /proc may be anybody's; anything else is no process's identity.
      return JavaProcessTable.isStartId(identity.startId()) ? Liveness.UNKNOWN : Liveness.DIFFERENT;
    }
    if (!startId.group(1).equals(bootId)) {
      return Liveness.DIFFERENT;
    }
    if (!startId.group(2).equals(namespace) || !numbersAreOurs) {
      return Liveness.UNKNOWN;
    }
    Look look = look(identity.pid());
    if (look instanceof Present present) {
      ProcStat stat = present.stat();
      return !stat.isDead() && startId(stat).equals(identity.startId())
          ? Liveness.SAME
          : Liveness.DIFFERENT;
    }
    return look instanceof Absent ? Liveness.DIFFERENT : Liveness.UNKNOWN;
  }

  @Override
  public Optional<List<String>> commandLine(long pid) {
    return read(pid, "cmdline")
        // In the encoding of the arguments that this JVM passes itself.
        .map(bytes -> Arrays.asList(new String(bytes, argumentEncoding()).split("\0")));
  }

  @Override
  public Optional<Boolean> isOwn(long pid) {
    Optional<String> own = owner(self.pid());
    return own.flatMap(ours -> owner(pid).map(ours::equals));
  }

  /** The directory's owner would be root's for a process that may not be dumped. */
  private Optional<String> owner(long pid) {
    return read(pid, "status")
        .flatMap(bytes -> OWNER.matcher(new String(bytes, ISO_8859_1)).results().findFirst())
        .map(found -> found.group(1));
  }

  /** A process that ended is no reason for more than an empty answer: its end is seen elsewhere. */
  private Optional<byte[]> read(long pid, String file) {
    if (!numbersAreOurs || pid <= 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readAllBytes(proc.resolve(pid + "/" + file)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public boolean isStopped(long pid) {
    return numbersAreOurs && look(pid) instanceof Present present && present.stat().isStopped();
  }

  private String startId(ProcStat stat) {
    return "linux:" + bootId + ":" + namespace + ":" + Long.toUnsignedString(stat.startTicks());
  }

  private Look look(long pid) {
    Path directory = proc.resolve(Long.toString(pid));
    if (pid <= 0) {
      return new Absent();
    }
    try {
      Optional<ProcStat> stat =
          ProcStat.parse(Files.readString(directory.resolve("stat"), ISO_8859_1));
      if (stat.isEmpty()) {
        return new Unreadable();
      }
      // /proc/<tid> answers for threads too, though it does not list them.
      Matcher group =
          THREAD_GROUP.matcher(Files.readString(directory.resolve("status"), ISO_8859_1));
      return group.find() && !group.group(1).equals(Long.toString(pid))
          ? new Absent()
          : new Present(stat.get());
    } catch (NoSuchFileException e) {
      return Files.isDirectory(proc.resolve("self")) ? new Absent() : new Unreadable();
    } catch (IOException e) {
      return String.valueOf(e.getMessage()).endsWith(ENDED_MEANWHILE)
          ? new Absent()
          : new Unreadable();
    }
  }

  private static Charset argumentEncoding() {
    @Nullable String name = System.getProperty("sun.jnu.encoding");
    try {
      return name == null ? Charset.defaultCharset() : Charset.forName(name);
    } catch (IllegalArgumentException e) {
      return Charset.defaultCharset();
    }
  }

  private sealed interface Look {}

  private record Present(ProcStat stat) implements Look {}

  private record Absent() implements Look {}

  private record Unreadable() implements Look {}
}
