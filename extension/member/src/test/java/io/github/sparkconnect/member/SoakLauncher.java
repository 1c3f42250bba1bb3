package io.github.sparkconnect.member;

import io.github.sparkconnect.pool.FailedLaunch;
import io.github.sparkconnect.pool.Fingerprint;
import io.github.sparkconnect.pool.LaunchFailure;
import io.github.sparkconnect.pool.LaunchSpec;
import io.github.sparkconnect.pool.MemberLauncher;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolException;
import io.github.sparkconnect.pool.ProcessIdentity;
import io.github.sparkconnect.pool.SystemProcesses;
import io.github.sparkconnect.pool.Uid;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Starts {@link SoakMember}s as the real launcher does, and watches them until they are ready. */
final class SoakLauncher implements MemberLauncher {

  private static final Duration LONGEST_BOOT = Duration.ofSeconds(20);
  private static final Duration IDLE = Duration.ofSeconds(10);

  private final Pool pool;
  private final SystemProcesses processes;
  private final Fingerprint fingerprint;

  /** How the next member is to boot, once. */
  private final AtomicReference<String> boot;

  SoakLauncher(
      Pool pool, SystemProcesses processes, Fingerprint fingerprint, AtomicReference<String> boot) {
    this.pool = pool;
    this.processes = processes;
    this.fingerprint = fingerprint;
    this.boot = boot;
  }

  @Override
  public ProcessIdentity launch(Uid uid) {
    try {
      new LaunchSpec(
              uid,
              fingerprint,
              "4.2.0",
              "local",
              new TreeMap<>(),
              List.of(),
              LaunchSpec.IdleWork.NONE,
              LONGEST_BOOT,
              IDLE,
              Instant.now())
          .write(pool.directory().launchSpec(uid));
      Path output = pool.directory().memberDirectory(uid).resolve("stdout.log");
      Process process =
          new ProcessBuilder(command(uid))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      process.getOutputStream().close();
      ProcessIdentity identity = processes.identify(process.pid()).orElseThrow(IOException::new);
      watch(uid, process, identity);
      return identity;
    } catch (IOException e) {
      throw new PoolException("Server " + uid + " could not be started: " + e, e);
    }
  }

  private List<String> command(Uid uid) {
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c"));
    command.addAll(List.of("trap '' INT HUP; exec \"$@\"", "sh"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx24m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-Xshare:auto", "-XX:+ExitOnOutOfMemoryError"));
    command.add("-Dsoak.histories=" + System.getProperty("soak.histories"));
    command.add("-Dsoak.boot=" + boot.getAndSet(""));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(SoakMember.class.getName());
    // What proves a process to be a member.
    command.add(SparkConnectMemberMain.class.getName());
    command.addAll(List.of(pool.directory().path().toString(), uid.value()));
    return command;
  }

  private void watch(Uid uid, Process process, ProcessIdentity identity) {
    CompletableFuture<Boolean> end =
        process
            .onExit()
            .thenApplyAsync(p -> fail(uid, "its process ended with status " + p.exitValue()));
    CompletableFuture.delayedExecutor(LONGEST_BOOT.toSeconds(), TimeUnit.SECONDS)
        .execute(
            () -> {
              if (!end.isDone() && fail(uid, "it was not ready in time")) {
                processes.kill(identity, uid);
              }
            });
  }

  private boolean fail(Uid uid, String reason) {
    if (!pool.isPending(uid)) {
      return false;
    }
    pool.failOrTellHere(
        new FailedLaunch(uid, fingerprint.sha256(), new LaunchFailure(reason, "", Instant.now())));
    return true;
  }
}
