package io.github.sparkconnect.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What {@code /proc} says of a pool's members, without the pool's own code. */
final class SoakProcesses {

  private static final String MAIN = "io.github.sparkconnect.member.SparkConnectMemberMain";

  private SoakProcesses() {}

  /** A living member, whatever the pool's directory says. */
  record Living(long pid, String uid, boolean stopped) {

    /** Whether nobody can ever find it: it cannot act, and who it is was deleted. */
    boolean isLost(Path pool) {
      return stopped && !Files.exists(pool.resolve("member-" + uid + "/process.json"));
    }

    /** Whether it cannot act, and nobody ends it for ten minutes: its start may just be slow. */
    boolean isStoppedInItsStart(Path pool) {
      return stopped && Files.exists(pool.resolve("pending-" + uid + ".json"));
    }
  }

  static List<Living> members(Path pool) throws IOException {
    List<Living> members = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        long pid = Long.parseLong(process.getFileName().toString());
        List<String> words = commandLine(process);
        int main = words.indexOf(MAIN);
        char state = state(pid);
        // A shell that is about to become the member names the program that it will run.
        if (main > 0
            && main + 2 < words.size()
            && !words.get(0).endsWith("sh")
            && words.get(main + 1).equals(pool.toString())
            && isAlive(state)
            && !isCopyOf(parent(pid), words)) {
          members.add(new Living(pid, words.get(main + 2), state == 'T'));
        }
      }
    }
    return members;
  }

  static boolean lives(long pid) {
    return isAlive(state(pid));
  }

  static boolean isStopped(long pid) {
    return state(pid) == 'T';
  }

  private static boolean isAlive(char state) {
    return state != 'Z' && state != 'X' && state != ' ';
  }

  /** What a process starts has its command line for a moment. */
  private static boolean isCopyOf(long parent, List<String> words) {
    return parent > 1 && commandLine(Path.of("/proc/" + parent)).equals(words);
  }

  private static List<String> commandLine(Path process) {
    try {
      String line = new String(Files.readAllBytes(process.resolve("cmdline")), UTF_8);
      return Arrays.asList(line.split("\0", -1));
    } catch (IOException e) {
      return List.of();
    }
  }

  private static char state(long pid) {
    String[] words = afterName(pid);
    return words.length == 0 ? ' ' : words[0].charAt(0);
  }

  private static long parent(long pid) {
    String[] words = afterName(pid);
    return words.length < 2 ? 0 : Long.parseLong(words[1]);
  }

  private static String[] afterName(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    } catch (IOException e) {
      return new String[0];
    }
  }
}
