package io.github.sparkconnect.member;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sparkconnect.pool.ProcessIdentity;
import io.github.sparkconnect.pool.SystemProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What can happen to a pool; each strikes at once if there is something to strike. */
enum SoakFault {
  CLAIMANT_KILLED(world -> world.someClaimant().map(c -> signal("KILL", c.pid()))),
  CLAIMANT_KILLED_IN_ITS_CLASS(
      world -> world.someFile("claimed-").flatMap(file -> killClaimant(world, file))),
  CLAIMANT_SUSPENDED(world -> world.someClaimant().map(c -> suspend(world, c.pid()))),
  CLAIMANT_EXITS(world -> order(world, "exit")),
  CLAIMANT_HALTS(world -> order(world, "halt")),
  CLAIMANT_INTERRUPTED(world -> order(world, "interrupt")),
  CLOCK_SET_FORWARD(world -> order(world, "clock " + Duration.ofDays(3).toSeconds())),
  CLOCK_SET_BACK(world -> order(world, "clock -" + Duration.ofHours(7).toSeconds())),
  CLOCK_RIGHT_AGAIN(world -> order(world, "clock 0")),
  NO_DESCRIPTORS(world -> world.someClaimant().map(c -> starve(world, c))),
  LAUNCH_FAILS(world -> order(world, "boot fail")),
  LAUNCH_HANGS(world -> order(world, "boot hang")),
  LAUNCHER_KILLED_DURING_BOOT(world -> world.someFile("pending-").flatMap(SoakFault::killLauncher)),
  BOOTING_MEMBER_KILLED(world -> booting(world).map(m -> signal("KILL", m.pid()))),

  MEMBER_KILLED(world -> world.someMember().map(m -> signal("KILL", m.pid()))),
  MEMBER_TOLD_TO_END(world -> world.someMember().map(m -> signal("TERM", m.pid()))),
  MEMBER_STOPPED(world -> world.someMember().map(m -> signal("STOP", m.pid()))),
  MEMBER_SUSPENDED(world -> world.someMember().map(m -> suspend(world, m.pid()))),
  MEMBER_SILENT(world -> behave(world, SoakMember.Behaviour.SILENT)),
  MEMBER_SLOW(world -> behave(world, SoakMember.Behaviour.SLOW)),
  MEMBER_OUT_OF_MEMORY(world -> behave(world, SoakMember.Behaviour.FULL_HEAP)),
  MEMBERS_CONTEXT_STOPPED(world -> behave(world, SoakMember.Behaviour.STOPPED_CONTEXT)),
  MEMBER_KEEPS_RESIDUE(world -> behave(world, SoakMember.Behaviour.STAINED)),

  LOCK_DELETED(world -> world.someFile(".lock").map(SoakFault::delete)),
  LOCK_REPLACED(world -> world.someFile(".lock").map(file -> replace(world, file))),
  LOCK_HOLDER_GARBLED(world -> world.someFile(".lock-holder").map(f -> overwrite(f, "{\0x"))),
  STATE_DELETED(world -> world.someState().map(SoakFault::delete)),
  STATE_TRUNCATED(world -> world.someState().map(f -> overwrite(f, ""))),
  STATE_GARBLED(world -> world.someState().map(f -> overwrite(f, "{\"format\":1,\"pid\":\"x\""))),
  STATE_DUPLICATED(world -> world.someState().map(file -> duplicate(world, file))),
  STRANGER_PLANTED(world -> world.someFile("server-").flatMap(file -> plantStranger(world, file))),
  LEFTOVERS_PLANTED(world -> Optional.of(plantLeftovers(world))),
  PROCESS_FILE_DELETED(
      world -> world.someFile("member-").map(d -> delete(d.resolve("process.json")))),
  MEMBER_DIRECTORY_DELETED(world -> world.someFile("member-").map(SoakFault::delete)),
  POOL_DELETED(
      world -> world.random.nextInt(3) == 0 ? Optional.of(delete(world.pool)) : Optional.empty()),
  DISK_FULL(
      world -> SoakDisk.isOwn(world.root) ? Optional.of(SoakDisk.fill(world)) : Optional.empty()),
  DISK_READ_ONLY(
      world ->
          SoakDisk.isOwn(world.root) ? Optional.of(SoakDisk.readOnly(world)) : Optional.empty()),
  REAPER_KILLED(world -> Optional.of(SoakReaper.runAndKill(world)));

  private static final Duration SUSPENDED = Duration.ofSeconds(4);
  private static final Pattern UID = Pattern.compile("[0-9a-f]{12}");
  private static final ObjectMapper JSON = new ObjectMapper();

  @FunctionalInterface
  private interface Strike {
    /** Returns empty if there was nothing to strike. */
    Optional<Boolean> at(SoakWorld world);
  }

  @SuppressWarnings("ImmutableEnumChecker") // without state
  private final Strike strike;

  SoakFault(Strike strike) {
    this.strike = strike;
  }

  /** Whether it changes what is in the pool's directory, or what its disk can do. */
  boolean tampers() {
    return compareTo(LOCK_DELETED) >= 0 && this != REAPER_KILLED;
  }

  /** Returns whether there was something to strike. */
  boolean strike(SoakWorld world) {
    return strike.at(world).isPresent();
  }

  private static boolean signal(String name, long pid) {
    SoakWorld.signal(name, pid);
    return true;
  }

  private static boolean suspend(SoakWorld world, long pid) {
    world.stopFor(pid, SUSPENDED);
    return true;
  }

  private static Optional<Boolean> order(SoakWorld world, String order) {
    return world
        .someClaimant()
        .map(
            claimant -> {
              world.order(claimant, order);
              return true;
            });
  }

  /** So few descriptors that some operation of the claimant fails, whichever; then enough again. */
  private static boolean starve(SoakWorld world, Process claimant) {
    long pid = claimant.pid();
    world.order(claimant, "starve");
    limitDescriptors(pid, 18 + world.random.nextInt(12));
    world.pause(Duration.ofSeconds(1));
    limitDescriptors(pid, 1024);
    return true;
  }

  private static void limitDescriptors(long pid, int limit) {
    SoakWorld.run("prlimit", "--pid", Long.toString(pid), "--nofile=" + limit + ":1024");
  }

  private static Optional<Boolean> killClaimant(SoakWorld world, Path claimed) {
    long pid = Long.parseLong(claimed.getFileName().toString().split("-", -1)[1]);
    return world.isClaimant(pid) ? Optional.of(signal("KILL", pid)) : Optional.empty();
  }

  private static Optional<Boolean> killLauncher(Path pending) {
    try {
      long pid = JSON.readTree(pending.toFile()).path("launcher").path("pid").longValue();
      return pid > 1 ? Optional.of(signal("KILL", pid)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // published meanwhile
    }
  }

  private static Optional<SoakProcesses.Living> booting(SoakWorld world) {
    return world
        .someMember()
        .filter(m -> Files.exists(world.pool.resolve("pending-" + m.uid() + ".json")));
  }

  private static Optional<Boolean> behave(SoakWorld world, SoakMember.Behaviour behaviour) {
    return world
        .someFile("server-")
        .or(() -> world.someFile("claimed-"))
        .flatMap(
            file -> {
              try {
                int port = JSON.readTree(file.toFile()).path("port").intValue();
                SoakLine.ask(port, "behave " + behaviour);
                return Optional.of(true);
              } catch (IOException | IllegalArgumentException e) {
                return Optional.empty(); // it has moved, or is ill already
              }
            });
  }

  private static boolean delete(Path file) {
    SoakWorld.delete(file);
    return true;
  }

  private static boolean overwrite(Path file, String content) {
    SoakWorld.overwrite(file, content);
    return true;
  }

  private static boolean replace(SoakWorld world, Path file) {
    Path other = world.audit.resolveSibling("other-lock");
    try {
      Files.writeString(other, "");
      Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      // Deleted meanwhile, with all the pool.
    }
    return true;
  }

  /** The same record under another state: of a dead holder, or as if it were free. */
  private static boolean duplicate(SoakWorld world, Path file) {
    Matcher uid = UID.matcher(file.getFileName().toString());
    if (uid.find()) {
      String name =
          file.getFileName().toString().startsWith("server-")
              ? "claimed-99999999-" + uid.group() + ".json"
              : "server-" + uid.group() + ".json";
      try {
        Files.copy(file, world.pool.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        // It has moved.
      }
    }
    return true;
  }

  private static Optional<Boolean> plantStranger(SoakWorld world, Path server) {
    ProcessIdentity stranger = new SystemProcesses().identify(world.stranger().pid()).orElseThrow();
    try {
      if (JSON.readTree(server.toFile()) instanceof ObjectNode record) {
        record.put("pid", stranger.pid()).put("startId", stranger.startId()).put("created", 1);
        String uid = String.format("%012x", world.random.nextLong() >>> 16);
        Files.writeString(world.pool.resolve("server-" + uid + ".json"), record.toString());
        return Optional.of(true);
      }
    } catch (IOException e) {
      // It has moved.
    }
    return Optional.empty();
  }

  private static boolean plantLeftovers(SoakWorld world) {
    for (String name :
        List.of(
            ".tmp-99999999-" + String.format("%016x", world.random.nextLong()),
            "waiting-99999999-" + world.random.nextInt(1000) + ".json",
            "retired-" + String.format("%012x", world.random.nextLong() >>> 16) + ".json")) {
      try {
        Files.writeString(world.pool.resolve(name), "{}");
      } catch (IOException e) {
        // The pool has been deleted.
      }
    }
    return true;
  }
}
