package io.github.sparkconnect.junit.life;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Listens on the ports that are its arguments until its input ends. */
public final class OccupyingMain {

  private OccupyingMain() {}

  /** Listens. */
  public static void main(String[] args) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    for (String port : args) {
      sockets.add(new ServerSocket(Integer.parseInt(port)));
    }
    System.out.println(sockets.size() + " ports are taken");
    while (System.in.read() >= 0) {}
  }
}
