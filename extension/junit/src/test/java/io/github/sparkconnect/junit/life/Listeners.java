package io.github.sparkconnect.junit.life;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** What listens in the network namespace of a process, as the kernel lists it. */
final class Listeners {

  private static final String LISTENS = "0A";

  private Listeners() {}

  /**
   * A listening socket.
   *
   * @param address as the kernel writes it: words of four bytes, the lowest first
   */
  record Socket(String address, int port) {
    boolean isLoopback() {
      return address.matches("......7F")
          || address.equals("00000000000000000000000001000000")
          || address.matches("0000000000000000FFFF0000......7F");
    }
  }

  static List<Socket> of(long pid) throws IOException {
    List<Socket> sockets = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/net/" + table))) {
        String[] words = line.trim().split("\\s+", -1);
        if (words[3].equals(LISTENS)) {
          String[] local = words[1].split(":", -1);
          sockets.add(
              new Socket(local[0].toUpperCase(Locale.ROOT), HexFormat.fromHexDigits(local[1])));
        }
      }
    }
    return sockets;
  }
}
