package io.github.sparkconnect.junit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class LogTailTest {

  @TempDir Path temp;

  @Test
  void theLastLinesAreShown() throws IOException {
    Path log =
        log(
            IntStream.rangeClosed(1, 100)
                .mapToObj(i -> "line " + i)
                .collect(Collectors.joining("\n")));

    assertThat(LogTail.read(log, 2).lines()).containsExactly("line 99", "line 100");
    assertThat(LogTail.read(log, 2).describe())
        .isEqualTo(
            "The last lines of its log "
                + log
                + ":\n----- log -----\nline 99\nline 100\n----- end of log -----");
  }

  @Test
  void aHugeFileIsNotRead() throws IOException {
    Path log = log("");
    try (SeekableByteChannel channel = Files.newByteChannel(log, StandardOpenOption.WRITE)) {
      // Sparse: takes no room, but reading it would take more than the heap.
      channel.position(50L << 30);
      channel.write(ByteBuffer.wrap("\nthe end\n".getBytes(UTF_8)));
    }

    assertThat(LogTail.read(log, 10).lines()).contains("the end");
  }

  @Test
  void oneEndlessLineIsCut() throws IOException {
    assertThat(LogTail.read(log("x".repeat(100_000)), 10).lines())
        .singleElement()
        .asString()
        .hasSizeLessThan(600)
        .endsWith("...");
  }

  @Test
  void tokensAndControlCharactersAreNotShown() throws IOException {
    Path log =
        log(
            """
            sc://localhost:1/;token=0123456789abcdef0123
            Authorization: Bearer abcdefgh.ijk
            "token": "0123456789abcdef"
            red \u001b[31m and \0 end
            """);

    assertThat(LogTail.read(log, 10).lines())
        .containsExactly(
            "sc://localhost:1/;token=***",
            "Authorization: Bearer ***",
            "\"token\": \"***\"",
            "red ?[31m and ? end");
  }

  @Test
  void anAbsentOrEmptyLogIsSaid() throws IOException {
    Path absent = temp.resolve("absent.log");

    assertThat(LogTail.read(absent, 10).describe())
        .isEqualTo("Nothing is in its log " + absent + ".");
    assertThat(LogTail.read(log(""), 10).isEmpty()).isTrue();
    assertThat(LogTail.read(temp, 10).isEmpty()).as("a directory").isTrue();
  }

  private Path log(String text) throws IOException {
    return Files.writeString(temp.resolve("a.log"), text);
  }
}
