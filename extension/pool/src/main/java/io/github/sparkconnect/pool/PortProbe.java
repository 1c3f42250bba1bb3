package io.github.sparkconnect.pool;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

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

  /** What a port said. */
  enum Answer {
    /** A connection was accepted. */
    ACCEPTS,
    /** Nobody listens there, or there is no such host. */
    REFUSES,
    /** Neither in time: it, or this process, may just be waiting for a processor. */
    SILENT
  }

  /**
   * Returns whether a connection to {@code host:port} was accepted within the limit.
   *
   * @param limit how long to try, positive
   */
  public static boolean accepts(String host, int port, Duration limit) {
    return ask(host, port, limit) == Answer.ACCEPTS;
  }

  /**
   * Tries to connect to {@code host:port}.
   *
   * @param limit how long to try, positive
   */
  static Answer ask(String host, int port, Duration limit) {
    if (port < 1 || port > 65535 || host.isBlank()) {
      return Answer.REFUSES;
    }
    long end = System.nanoTime() + limit.toNanos();
    AtomicReference<Answer> answer = new AtomicReference<>(Answer.SILENT);
    CountDownLatch done = new CountDownLatch(1);
    // On its own thread: a name lookup has no time limit.
    Thread thread =
        new Thread(
            () -> {
              try {
                answer.set(tryAddresses(host, port, end));
              } catch (IOException | RuntimeException e) {
                // Unknown or impossible host: nothing accepts there.
                answer.set(Answer.REFUSES);
              } finally {
                done.countDown();
              }
            },
            "port probe " + port);
    thread.setDaemon(true);
    thread.start();
    awaitUntil(done, end);
    return answer.get();
  }

  private static Answer tryAddresses(String host, int port, long end) throws IOException {
    Answer answer = Answer.REFUSES;
    for (InetAddress address : InetAddress.getAllByName(host)) {
      long millisLeft = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (millisLeft <= 0) {
        return Answer.SILENT;
      }
      try (Socket socket = new Socket()) {
        socket.connect(
            new InetSocketAddress(address, port), (int) Math.min(millisLeft, Integer.MAX_VALUE));
        // A port in the ephemeral range that nobody listens on can be given to this very socket,
        // which TCP then connects to itself.
        if (!socket.getLocalSocketAddress().equals(socket.getRemoteSocketAddress())) {
          return Answer.ACCEPTS;
        }
      } catch (SocketTimeoutException e) {
        answer = Answer.SILENT;
      } catch (IOException e) {
        // The next address may be the one it listens on.
      }
    }
    return answer;
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
