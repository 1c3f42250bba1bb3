package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class PortProbeTest {

  private static final Duration LIMIT = Duration.ofSeconds(2);

  @Test
  void aListeningPortAccepts() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getByName("localhost"))) {
      assertThat(PortProbe.accepts("localhost", server.getLocalPort(), LIMIT)).isTrue();
    }
  }

  @Test
  void aClosedPortDoesNot() throws Exception {
    int port;
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getByName("localhost"))) {
      port = server.getLocalPort();
    }
    assertThat(PortProbe.ask("localhost", port, LIMIT)).isEqualTo(PortProbe.Answer.REFUSES);
  }

  @Test
  void aServerThatDoesNotAcceptIsGivenUpInTime() throws Exception {
    // A backlog of one that is full: further connections stay half open.
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      boolean accepted = true;
      for (int i = 0; i < 5 && accepted; i++) {
        java.net.Socket held = new java.net.Socket();
        try {
          held.connect(server.getLocalSocketAddress(), 200);
        } catch (java.net.SocketTimeoutException e) {
          accepted = false;
        }
      }
      long start = System.nanoTime();
      assertThat(PortProbe.accepts("localhost", server.getLocalPort(), Duration.ofMillis(300)))
          .isEqualTo(accepted);
      assertThat(PortProbe.ask("localhost", server.getLocalPort(), Duration.ofMillis(300)))
          .isEqualTo(accepted ? PortProbe.Answer.ACCEPTS : PortProbe.Answer.SILENT);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\0",
        "local\0host",
        "no such host",
        "a..b",
        "-",
        "[",
        "[::1",
        "::g",
        "%",
        "fe80::1%nosuch",
        "256.256.256.256",
        "http://localhost",
        "ü文件夹",
        "localhost\n",
        "\ud800",
        "x.invalid"
      })
  void anyHostStringIsAnAnswer(String host) {
    assertThat(PortProbe.accepts(host, 1, Duration.ofMillis(300))).isFalse();
  }

  @Test
  void aVeryLongHostIsAnAnswer() {
    assertThat(PortProbe.accepts("x".repeat(1 << 20), 80, LIMIT)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 65536, Integer.MAX_VALUE})
  void anyPortIsAnAnswer(int port) {
    assertThat(PortProbe.accepts("localhost", port, LIMIT)).isFalse();
  }

  @Test
  void anInterruptChangesNothingAndStaysSet() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getByName("localhost"))) {
      Thread.currentThread().interrupt();
      assertThat(PortProbe.accepts("localhost", server.getLocalPort(), LIMIT)).isTrue();
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
