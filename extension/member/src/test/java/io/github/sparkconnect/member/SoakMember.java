package io.github.sparkconnect.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.sparkconnect.pool.Endpoint;
import io.github.sparkconnect.pool.MemberRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A member of the soak: its life is a real member's, and what it serves are lines instead of Spark.
 *
 * <p>Each connection brings one request, {@code <token> <word> [argument]}, and gets one line. What
 * claimants do with it is written down in a history outside the pool; a claim while somebody has
 * it, or on what another left behind, is a violation there. {@code behave} makes it misbehave.
 *
 * <p>The property {@code soak.boot} set to {@code fail} or {@code hang}: it never gets ready.
 */
public final class SoakMember {

  /** From the probe of a member to its first use, with a claimant that is suspended in between. */
  private static final Duration LONGEST_CLAIM = Duration.ofSeconds(15);

  static final String TOKEN = "soak-token-0123456789";

  /** How a member can misbehave on demand. */
  enum Behaviour {
    GOOD,
    SILENT,
    SLOW,
    STOPPED_CONTEXT,
    STAINED,
    FULL_HEAP
  }

  private final Path history;
  private final List<byte[]> garbage = new ArrayList<>();
  private volatile Behaviour behaviour = Behaviour.GOOD;
  private volatile long behavesSince = System.nanoTime();
  private @Nullable String holder;
  private boolean dirty;

  private SoakMember(Path history) {
    this.history = history;
  }

  /** Runs it. The first argument only makes the command line a member's. */
  public static void main(String[] args) throws InterruptedException {
    SparkConnectMemberMain.run(
        Arrays.copyOfRange(args, 1, args.length),
        (directory, spec, self, departure, supervisor) -> {
          String boot = System.getProperty("soak.boot", "");
          if (boot.equals("fail")) {
            throw new IllegalStateException("told not to start");
          }
          if (boot.equals("hang")) {
            new CountDownLatch(1).await();
          }
          SoakMember member =
              new SoakMember(Path.of(System.getProperty("soak.histories"), spec.uid().value()));
          return new MemberRecord(
              spec.uid(),
              new Endpoint("localhost", member.listen(), TOKEN),
              spec.sparkVersion(),
              spec.fingerprint(),
              self,
              Instant.now(),
              directory.log(spec.uid()));
        });
  }

  private int listen() throws IOException {
    ServerSocket socket = new ServerSocket(0, 50, InetAddress.getByName("localhost"));
    Thread thread = new Thread(() -> serve(socket), "soak-member");
    thread.setDaemon(true);
    thread.start();
    return socket.getLocalPort();
  }

  private void serve(ServerSocket socket) {
    while (true) {
      try {
        Socket connection = socket.accept();
        Thread thread = new Thread(() -> answer(connection), "soak-answer");
        thread.setDaemon(true);
        thread.start();
      } catch (IOException e) {
        System.err.println("no connection: " + e);
      }
    }
  }

  private void answer(Socket connection) {
    try (connection;
        BufferedReader in =
            new BufferedReader(new InputStreamReader(connection.getInputStream(), UTF_8));
        PrintWriter out = new PrintWriter(connection.getOutputStream(), true, UTF_8)) {
      String line = in.readLine();
      if (line == null) {
        return; // somebody only looked whether the port accepts
      }
      String[] words = line.split(" ", 3);
      if (!words[0].equals(TOKEN)) {
        out.println("refused");
        return;
      }
      misbehave();
      out.println(answer(words[1], words.length > 2 ? words[2] : ""));
    } catch (IOException e) {
      System.err.println("a claimant is gone: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void misbehave() throws InterruptedException {
    switch (behaviour) {
      case SILENT -> new CountDownLatch(1).await();
      case SLOW -> new CountDownLatch(1).await(1, TimeUnit.SECONDS);
      case FULL_HEAP -> {
        while (true) {
          garbage.add(new byte[1 << 20]);
        }
      }
      default -> {}
    }
  }

  private synchronized String answer(String word, String argument) throws IOException {
    switch (word) {
      case "ping" -> {
        return behaviour == Behaviour.STOPPED_CONTEXT ? "its context is stopped" : "ok";
      }
      case "begin" -> {
        if (holder != null) {
          note("violation: " + argument + " begins while " + holder + " has it");
        }
        if (dirty) {
          note("violation: " + argument + " finds what another left");
        }
        if (behaviour == Behaviour.STOPPED_CONTEXT
            && System.nanoTime() - behavesSince > LONGEST_CLAIM.toNanos()) {
          note("violation: " + argument + " gets what has been ill for long");
        }
        holder = argument;
        dirty = true;
        note("begin " + argument);
        return "ok";
      }
      case "reset" -> {
        dirty = behaviour == Behaviour.STAINED;
        return dirty ? "residue: a stain" : "ok";
      }
      case "end" -> {
        note("end " + argument);
        holder = null;
        return "ok";
      }
      case "behave" -> {
        behaviour = Behaviour.valueOf(argument);
        behavesSince = System.nanoTime();
        return "ok";
      }
      default -> {
        return "what is " + word + "?";
      }
    }
  }

  private void note(String line) throws IOException {
    Files.writeString(history, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
