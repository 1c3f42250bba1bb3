package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {

  @TempDir private Path folder;
  private Path file;
  private ServerLog log;

  @BeforeEach
  void aLog() throws IOException {
    file = Files.writeString(folder.resolve("member.log"), "before\n");
    log = new ServerLog(file);
  }

  private void write(String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void roll() throws IOException {
    Files.move(file, folder.resolve("member.log.1"));
  }

  @Test
  void onlyWhatWasWrittenSinceTheMark() throws IOException {
    ServerLog.Mark mark = log.mark();
    assertThat(log.since(mark)).isEmpty();

    write("one\ntwo\n");

    assertThat(log.since(mark)).containsExactly("one", "two");
  }

  @Test
  void alsoAcrossARoll() throws IOException {
    ServerLog.Mark mark = log.mark();
    write("one\n");
    roll();
    write("two\n");

    assertThat(log.since(mark)).containsExactly("one", "two");
  }

  @Test
  void whatWasRolledAwayTwiceIsLost() throws IOException {
    ServerLog.Mark mark = log.mark();
    write("one\n");
    Files.delete(file);
    Files.writeString(folder.resolve("member.log.1"), "two\n");
    write("three\n");

    assertThat(log.since(mark)).containsExactly("three");
  }

  @Test
  void ofVeryMuchTheNewestWholeLines() throws IOException {
    ServerLog.Mark mark = log.mark();
    write("x".repeat(99) + "\n");
    write(("y".repeat(99) + "\n").repeat(10_000));

    assertThat(log.since(mark)).hasSize(2_621).allMatch(l -> l.length() == 99);
  }

  @Test
  void noLogIsNoLine() throws IOException {
    Files.delete(file);
    ServerLog.Mark mark = log.mark();
    assertThat(log.since(mark)).isEmpty();

    write("one\n");

    assertThat(log.since(mark)).containsExactly("one");
  }

  @Test
  void neverAToken() throws IOException {
    ServerLog.Mark mark = log.mark();
    write("token=0123456789abcdef\n");

    assertThat(log.since(mark)).containsExactly("token=***");
  }
}
