package io.github.sparkconnect.pool;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells whether something accepts connections on a port. It says nothing about who that is or
 * whether it answers.
 *
 * <p>Never throws, whatever the host string and the port; keeps its time limit even when the host
 * has to be looked up and no name server answers; an interrupt does not change the answer (a member
 * must not be retired because a test was cancelled) and stays set.
 */
public final class PortProbe {

  private PortProbe() {}

  /**
   * Returns whether a connection to {@code host:port} was accepted within the limit.
   *
   * @param limit how long to try, positive
   */
  public static boolean accepts(String host, int port, Duration limit) {
    if (port < 1 || port > 65535 || host.isBlank()) {
      return false;
    }
    long end = System.nanoTime() + limit.toNanos();
    AtomicBoolean accepted = new AtomicBoolean();
    CountDownLatch done = new CountDownLatch(1);
    // On its own thread: a name lookup has no time limit.
    Thread thread =
        new Thread(
            () -> {
              try {
                accepted.set(tryAddresses(host, port, end));
              } catch (IOException | RuntimeException e) {
                // Unknown or impossible host: nothing accepts there.
              } finally {
                done.countDown();
              }
            },
            "port probe " + port);
    thread.setDaemon(true);
    thread.start();
    awaitUntil(done, end);
    return accepted.get();
  }

  private static boolean tryAddresses(String host, int port, long end) throws IOException {
    for (InetAddress address : InetAddress.getAllByName(host)) {
      long millisLeft = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (millisLeft <= 0) {
        return false;
      }
      try (Socket socket = new Socket()) {
        socket.connect(
            new InetSocketAddress(address, port), (int) Math.min(millisLeft, Integer.MAX_VALUE));
        // A port in the ephemeral range that nobody listens on can be given to this very socket,
        // which TCP then connects to itself.
        if (!socket.getLocalSocketAddress().equals(socket.getRemoteSocketAddress())) {
          return true;
        }
      } catch (IOException e) {
        // The next address may be the one it listens on.
      }
    }
    return false;
  }

  private static void awaitUntil(CountDownLatch done, long end) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (done.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)
              || System.nanoTime() >= end) {
            return;
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
