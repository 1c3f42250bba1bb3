package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/troubleshooting.md} has each message that a user can meet, word by word. */
class TroubleshootingTest {

  private static final Path PAGE = Path.of("../../docs/troubleshooting.md");

  /** In the README, or for who calls these in a wrong way, which nobody but we can. */
  private static final Set<String> NOT_FOR_USERS =
      Set.of(
          "Settings",
          "SettingsTable",
          "AcquireRequest",
          "Claimant",
          "Endpoint",
          "Fingerprint",
          "FingerprintBuilder",
          "LaunchFailure",
          "MemberRecord",
          "ProcessIdentity",
          "SelfTest",
          "Timestamps",
          "Uid",
          "WarmUp",
          // What Spark says.
          "ClusterEnd",
          // What is wrong with a record; the page has the sentences around that.
          "EntryReader",
          "Fields",
          "Json",
          "RecordCodec");

  private static final Set<String> NO_MESSAGES =
      Set.of(
          // Patterns, commands and headers.
          "(Picked up |NOTE: |WARNING: |OpenJDK 64-Bit Server VM warning: |\\\\s).*|#?",
          "stopped SparkContext|SparkContext (was|has been) shut ?down",
          "(?:ClassNotFoundException: |NoClassDefFoundError: |Failed to load class: |Can ?not load class )"
              + "(?<name>[\\\\p{L}_$][\\\\p{L}\\\\p{N}_$./]*[\\\\p{L}\\\\p{N}_$])",
          "trap '' INT HUP TSTP; exec \"$@\"",
          "exec nice -n 19 \"$@\"",
          "# spark-connect-junit class path 2",
          // Of good news on the command line.
          "all at their defaults",
          "is ready for tests",
          // Said to nobody: then processes are looked at in another way.
          "names no boot or no pid namespace",
          // Impossible on any Java.
          "every Java platform has SHA-256",
          "a tree of texts is always JSON",
          "the annotation's instance has no request",
          "usage: SparkConnectMemberMain <pool directory> <uid>",
          "is positive, but was:",
          "init is an array of strings, but has:",
          "is a string, but was:",
          "is an integer, but was:",
          // For the debug log.
          "The first session did not close cleanly",
          // What a repair did, for the debug log.
          "was told to end (TERM)",
          "did not end and was killed",
          "of another pid namespace) is a day old",
          "did not get ready and is given up",
          "of another pid namespace is retired",
          "was claimed though its process is gone, and is retired",
          "of the claims on member",
          "the one that lives is kept",
          "of the state files of member",
          "the failed launch of member",
          "the launch of member",
          "is given up: its launcher is gone",
          "ran without a state file and is retired",
          "is removed: nobody waits there",
          "is removed: left by a dead writer",
          "is forgotten: its process is gone",
          // What the pool was about to do, in the middle of a sentence.
          "delete the directory of member",
          "record the failed launch of member",
          "give up member",
          "' of this JVM since");

  /** The last cell of a row is the test that provokes the messages in its first one. */
  private static final Pattern SHOWN_BY =
      Pattern.compile("(?m)^\\| (?<messages>.*?) \\| .*\\| `(?<test>\\w+Test)` \\|$");

  private static final Pattern MESSAGE = Pattern.compile("`([^`]+)`");

  @Test
  void namesTestsThatProvokeWhatNoUserCan() throws Exception {
    String page = Files.readString(PAGE);
    assertThat(page).doesNotContain("ot provoked");
    List<MatchResult> rows = SHOWN_BY.matcher(page).results().toList();

    assertThat(rows).hasSizeGreaterThan(20);
    for (MatchResult row : rows) {
      List<String> said = MessagesInSource.ofTests(row.group(2));
      assertThat(MESSAGE.matcher(row.group(1)).results().map(message -> message.group(1)))
          .isNotEmpty()
          .filteredOn(message -> said.stream().noneMatch(text -> isPartOf(message, text)))
          .as("messages that %s does not assert", row.group(2))
          .isEmpty();
    }
  }

  /** Whether a test's text shows a message, whose values are dots on the page. */
  private static boolean isPartOf(String message, String text) {
    return message.contains(text)
        || Stream.of(message.split("\\.\\.\\."))
            .map(String::strip)
            .filter(piece -> piece.contains(" "))
            .anyMatch(text::contains);
  }

  @Test
  void hasEveryMessage() throws Exception {
    String page = MessagesInSource.plain(Files.readString(PAGE));

    assertThat(MessagesInSource.read(NOT_FOR_USERS))
        .isNotEmpty()
        .filteredOn(piece -> !NO_MESSAGES.contains(piece.text()))
        .filteredOn(piece -> !page.contains(piece.text()))
        .as("messages that %s lacks: provoke them and paste what is said", PAGE)
        .isEmpty();
  }
}
