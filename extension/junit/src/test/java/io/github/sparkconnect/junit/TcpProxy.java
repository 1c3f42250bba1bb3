package io.github.sparkconnect.junit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A connection to a local port that can become slow, or swallow everything. */
final class TcpProxy implements AutoCloseable {

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final int target;
  private volatile boolean drops;
  private volatile long delayMillis;
  private final AtomicReference<@Nullable Runnable> next = new AtomicReference<>();

  TcpProxy(int target) throws IOException {
    this.target = target;
    start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** From now on nothing arrives, and nobody is told. */
  void dropEverything() {
    drops = true;
  }

  /** From now on each piece of data takes that long. */
  void delay(long millis) {
    delayMillis = millis;
  }

  /** Does something, once, when the next piece of data comes, before it is passed on. */
  void duringNext(Runnable action) {
    next.set(action);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        Socket upstream = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(client);
        sockets.add(upstream);
        start(() -> pump(client, upstream));
        start(() -> pump(upstream, client));
      } catch (IOException e) {
        // Closed, or the target is gone.
      }
    }
  }

  private void pump(Socket from, Socket to) {
    byte[] buffer = new byte[8192];
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delayMillis));
        Runnable action = next.getAndSet(null);
        if (action != null) {
          action.run();
        }
        if (!drops) {
          out.write(buffer, 0, n);
          out.flush();
        }
      }
    } catch (IOException e) {
      // One side ended.
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "tcp-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
