package io.github.sparkconnect.junit.life;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;

/**
 * Whether a pool is in order, found out without the pool's own code: from the names and records in
 * its directory and from {@code /proc}.
 *
 * <p>In order means: each living member has exactly one state file, each state file a living
 * member, nobody dead holds one, nobody shares one, and nothing is left of what is gone.
 */
final class PoolAudit {

  static final String MAIN = "io.github.sparkconnect.member.SparkConnectMemberMain";
  private static final Pattern STATE =
      Pattern.compile(
          "(?:pending|server|retired|claimed-(?<claimant>\\d+))-(?<uid>\\w{12})\\.json");
  private static final Pattern DIRECTORY = Pattern.compile("member-(?<uid>\\w{12})");
  private static final Pattern WAITING = Pattern.compile("waiting-(?<pid>\\d+)-\\d+\\.json");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path pool;

  PoolAudit(Path pool) {
    this.pool = pool;
  }

  /** The process of a member. */
  record LiveMember(long pid, String uid) {}

  /** Waits until the pool is in order; for the time that was promised. */
  void passes() {
    Awaitility.await("audit")
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(() -> Assertions.assertThat(problems()).isEmpty());
  }

  /** Returns what is not in order right now. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    Map<String, List<String>> states = new TreeMap<>();
    Set<LiveMember> living = new HashSet<>(liveMembers());
    for (String name : names()) {
      Matcher state = STATE.matcher(name);
      Matcher waiting = WAITING.matcher(name);
      Matcher directory = DIRECTORY.matcher(name);
      if (state.matches()) {
        states.computeIfAbsent(state.group("uid"), uid -> new ArrayList<>()).add(name);
        Optional<Long> pid = process(name, state.group("uid"));
        if (pid.isPresent()
            ? !living.contains(new LiveMember(pid.get(), state.group("uid")))
            : !launcherLives(name)) {
          problems.add(name + " is of a dead process: " + pid);
        }
        if (state.group("claimant") != null && !lives(Long.parseLong(state.group("claimant")))) {
          problems.add(name + " is held by a dead process");
        }
      } else if (waiting.matches() && !lives(Long.parseLong(waiting.group("pid")))) {
        problems.add(name + " waits for nobody");
      } else if (directory.matches()
          && living.stream().noneMatch(member -> member.uid().equals(directory.group("uid")))
          && !Files.exists(pool.resolve(name).resolve("failure.json"))
          && Files.exists(pool.resolve(name))) {
        problems.add(name + " is left over");
      } else if (name.startsWith(".tmp-")) {
        problems.add(name + " is left over");
      }
    }
    for (LiveMember member : living) {
      List<String> of = states.getOrDefault(member.uid(), List.of());
      if (of.size() != 1) {
        problems.add(member + " has the state files " + of);
      }
    }
    return problems;
  }

  /** Returns the living members of this pool, whatever its directory says. */
  List<LiveMember> liveMembers() {
    List<LiveMember> members = new ArrayList<>();
    for (Path process : list(Path.of("/proc"), "[0-9]*")) {
      long pid = Long.parseLong(process.getFileName().toString());
      List<String> words = commandLine(pid);
      int main = words.indexOf(MAIN);
      if (main > 0
          && main + 2 < words.size()
          && words.get(main + 1).equals(pool.toString())
          && lives(pid)) {
        members.add(new LiveMember(pid, words.get(main + 2)));
      }
    }
    return members;
  }

  /** Returns the names of the state files and the directory of a member. */
  List<String> traces(String uid) {
    return names().stream().filter(name -> name.contains(uid)).toList();
  }

  List<String> names() {
    return list(pool, "*").stream().map(path -> path.getFileName().toString()).toList();
  }

  /** Returns why members were retired, as far as they are still there. */
  List<String> reasons() {
    return names().stream()
        .filter(name -> name.startsWith("retired-"))
        .map(name -> name + ": " + record(name).path("reason").asText())
        .toList();
  }

  JsonNode record(String name) {
    try {
      return JSON.readTree(pool.resolve(name).toFile());
    } catch (IOException e) {
      return JSON.createObjectNode(); // renamed meanwhile
    }
  }

  private Optional<Long> process(String state, String uid) {
    JsonNode record = record(state);
    JsonNode pid =
        record.has("pid")
            ? record.get("pid")
            : record("member-" + uid + "/process.json").get("pid");
    return pid == null ? Optional.empty() : Optional.of(pid.longValue());
  }

  private boolean launcherLives(String pending) {
    return lives(record(pending).path("launcher").path("pid").longValue());
  }

  /** Returns whether there is such a process, and it is no zombie. */
  static boolean lives(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      char state = stat.charAt(stat.lastIndexOf(')') + 2);
      return state != 'Z' && state != 'X';
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> commandLine(long pid) {
    try {
      byte[] bytes = Files.readAllBytes(Path.of("/proc/" + pid + "/cmdline"));
      return Arrays.asList(new String(bytes, UTF_8).split("\0", -1));
    } catch (IOException e) {
      return List.of();
    }
  }

  private static List<Path> list(Path directory, String glob) {
    List<Path> paths = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, glob)) {
      stream.forEach(paths::add);
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return paths;
  }
}
