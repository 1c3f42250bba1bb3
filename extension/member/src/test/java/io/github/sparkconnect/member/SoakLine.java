package io.github.sparkconnect.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Asks a {@link SoakMember}. */
final class SoakLine {

  private static final int LIMIT_MILLIS = 5000;

  private SoakLine() {}

  /**
   * Sends one request and returns its answer.
   *
   * @throws IOException if there is none within five seconds
   */
  static String ask(int port, String request) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getByName("localhost"), port), LIMIT_MILLIS);
      socket.setSoTimeout(LIMIT_MILLIS);
      new PrintWriter(socket.getOutputStream(), true, UTF_8)
          .println(SoakMember.TOKEN + " " + request);
      String answer =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
      if (answer == null) {
        throw new IOException("the member hung up");
      }
      return answer;
    }
  }
}
