package io.github.sparkconnect.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process that looks at the pool of the soak and at {@code /proc} four times a second, without
 * the pool's own code, and says on a line what must not be.
 *
 * <p>What may be for a moment is a violation once it has lasted three times as long as is promised.
 * That time does not run while the driver has put {@code trouble} beside the pool: then the disk is
 * full or read-only, and nobody can repair anything.
 *
 * <p>{@code <pool> <histories> <folder> <whether nobody tampers with the pool>}: the folder has
 * {@code trouble} and, as {@code stranger-<pid>}, what a stranger writes when it is told to end. It
 * ends with its input.
 */
public final class SoakAuditor {

  private static final Duration INTERVAL = Duration.ofMillis(250);

  /** A member goes away within a second of looking and six of leaving; a reaper kills after ten. */
  private static final Duration SOON = Duration.ofSeconds(45);

  private static final Duration LOCK_INTERVAL = Duration.ofMillis(10);

  /** A lock that somebody has; who waits for one has an arrow before the word. */
  private static final Pattern LOCK =
      Pattern.compile(
          "\\d+: POSIX +\\S+ +WRITE +\\d+ +"
              + "(?<file>(?<major>[0-9a-f]+):(?<minor>[0-9a-f]+):\\d+) (?<part>.*)");

  private static final Pattern STATE =
      Pattern.compile(
          "(?:pending|server|retired|claimed-(?<claimant>\\d+))-(?<uid>[0-9a-f]{12})\\.json");

  private final Path pool;
  private final Path histories;
  private final Path folder;
  private final boolean untampered;
  private final Map<String, Long> since = new HashMap<>();
  private final Set<String> told = new HashSet<>();
  private final Map<String, Integer> read = new HashMap<>();
  private int looks;

  private SoakAuditor(Path pool, Path histories, Path folder, boolean untampered) {
    this.pool = pool;
    this.histories = histories;
    this.folder = folder;
    this.untampered = untampered;
  }

  /** Looks until its input ends, then says how often it has looked. */
  public static void main(String[] args) throws IOException, InterruptedException {
    SoakAuditor auditor =
        new SoakAuditor(
            Path.of(args[0]), Path.of(args[1]), Path.of(args[2]), Boolean.parseBoolean(args[3]));
    Thread looking = Thread.currentThread();
    Thread input =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {}
              } catch (IOException e) {
                System.out.println("violation: no input: " + e);
              }
              looking.interrupt();
            },
            "input");
    input.setDaemon(true);
    input.start();
    Thread locks = new Thread(auditor::locks, "locks");
    locks.setDaemon(true);
    locks.start();
    try {
      while (true) {
        auditor.look();
        Thread.sleep(INTERVAL.toMillis());
      }
    } catch (InterruptedException e) {
      System.out.println("looks " + auditor.looks);
    }
  }

  /** The kernel says who has which lock: two on one file have parts of it, and exclude nobody. */
  private void locks() {
    try {
      while (true) {
        Map<String, String> parts = new HashMap<>();
        for (String line : Files.readAllLines(Path.of("/proc/locks"), UTF_8)) {
          Matcher lock = LOCK.matcher(line);
          if (lock.matches() && isOnPoolsDisk(lock)) {
            // Twice the same part: it changed hands while the table was read.
            String other = parts.put(lock.group("file"), lock.group("part"));
            if (other != null && !other.equals(lock.group("part"))) {
              tell("two have the lock: " + line);
            }
          }
        }
        Thread.sleep(LOCK_INTERVAL.toMillis());
      }
    } catch (IOException | InterruptedException e) {
      System.out.println("violation: the locks cannot be read: " + e);
    }
  }

  private boolean isOnPoolsDisk(Matcher lock) throws IOException {
    // The root of the disk: the pool itself is deleted now and then.
    long device = (Long) Files.getAttribute(pool.getParent(), "unix:dev");
    long major = (device >>> 8) & 0xfff;
    long minor = (device & 0xff) | ((device >>> 12) & 0xfff00);
    return Long.parseLong(lock.group("major"), 16) == major
        && Long.parseLong(lock.group("minor"), 16) == minor;
  }

  private void look() throws IOException {
    looks++;
    if (Files.exists(folder.resolve("trouble"))) {
      since.clear();
    }
    Set<String> now = new HashSet<>();
    Map<String, List<String>> states = states();
    List<SoakProcesses.Living> living = SoakProcesses.members(pool);
    // Listed again: what was published or retired meanwhile has a state.
    Map<String, List<String>> later = states();
    for (SoakProcesses.Living member : living) {
      if (!states.containsKey(member.uid())
          && !later.containsKey(member.uid())
          && !member.isLost(pool)) {
        now.add(
            "member "
                + member.uid()
                + (member.stopped() ? ", which is suspended," : "")
                + (Files.exists(pool.resolve("member-" + member.uid()))
                    ? ""
                    : ", without a folder,")
                + " lives without a state file");
      }
    }
    if (living.stream().filter(member -> !member.stopped()).count() > SoakClaimant.LIMIT) {
      now.add("more members live than may");
    }
    long serving =
        living.stream()
            .filter(member -> inService(states, member) && inService(later, member))
            .count();
    if (untampered && serving > SoakClaimant.LIMIT) {
      tell(serving + " members are in service at once: " + later.values());
    }
    for (var state : later.entrySet()) {
      if (state.getValue().size() > 1) {
        now.add("member " + state.getKey() + " has more than one state file");
      }
      Set<String> holders = new HashSet<>();
      for (String name : state.getValue()) {
        Matcher matcher = STATE.matcher(name);
        if (matcher.matches() && matcher.group("claimant") != null) {
          if (SoakProcesses.lives(Long.parseLong(matcher.group("claimant")))) {
            holders.add(name);
          } else {
            now.add(name + " is held by a dead process");
          }
        }
      }
      if (holders.size() > 1
          && states().getOrDefault(state.getKey(), List.of()).containsAll(holders)) {
        tell("member " + state.getKey() + " has two living holders: " + holders);
      }
    }
    lasting(now);
    histories();
    strangers();
  }

  private static boolean inService(Map<String, List<String>> states, SoakProcesses.Living member) {
    List<String> names = states.getOrDefault(member.uid(), List.of());
    return names.size() == 1 && !names.get(0).startsWith("retired-");
  }

  private void lasting(Set<String> now) {
    since.keySet().retainAll(now);
    long nanos = System.nanoTime();
    for (String what : now) {
      long lasted = nanos - since.computeIfAbsent(what, first -> nanos);
      if (lasted > SOON.toNanos()) {
        tell(what + " for more than " + SOON.toSeconds() + " s");
      }
    }
  }

  private void histories() throws IOException {
    for (Path history : list(histories)) {
      List<String> lines = Files.readAllLines(history, UTF_8);
      int known = read.getOrDefault(history.toString(), 0);
      for (String line : lines.subList(Math.min(known, lines.size()), lines.size())) {
        if (line.startsWith("violation")) {
          tell("member " + history.getFileName() + ": " + line);
        }
      }
      read.put(history.toString(), lines.size());
    }
  }

  private void strangers() throws IOException {
    for (Path file : list(folder)) {
      String name = file.getFileName().toString();
      if (name.startsWith("signalled-")) {
        tell("a stranger was told to end: " + name);
      } else if (name.startsWith("stranger-")
          && !SoakProcesses.lives(Long.parseLong(name.substring("stranger-".length())))) {
        tell("a stranger was killed: " + name);
      }
    }
  }

  private synchronized void tell(String what) {
    if (told.add(what)) {
      System.out.println("violation: " + what);
    }
  }

  private Map<String, List<String>> states() throws IOException {
    Map<String, List<String>> states = new TreeMap<>();
    for (Path file : list(pool)) {
      String name = file.getFileName().toString();
      Matcher matcher = STATE.matcher(name);
      if (matcher.matches()) {
        states.computeIfAbsent(matcher.group("uid"), uid -> new ArrayList<>()).add(name);
      }
    }
    return states;
  }

  private static List<Path> list(Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(files::add);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of(); // deleted, as a fault
    }
    return files;
  }
}
