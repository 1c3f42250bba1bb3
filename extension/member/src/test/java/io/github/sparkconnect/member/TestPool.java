package io.github.sparkconnect.member;

import io.github.sparkconnect.pool.Fingerprint;
import io.github.sparkconnect.pool.LaunchSpec;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolDirectory;
import io.github.sparkconnect.pool.ProcessIdentity;
import io.github.sparkconnect.pool.SystemProcesses;
import io.github.sparkconnect.pool.Uid;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A pool of its own, in which members are started like the launcher starts them. */
final class TestPool implements AutoCloseable {

  static final String TOKEN = "0123456789abcdef";

  private static final List<String> SPARK_FLAGS =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  final PoolDirectory directory;
  final SystemProcesses processes = new SystemProcesses();
  final Pool pool;
  private final List<TestMember> members = new ArrayList<>();

  TestPool(Path path) {
    directory = PoolDirectory.open(path);
    pool = Pool.open(directory, processes, Clock.systemUTC(), Duration.ofSeconds(30));
  }

  /** How a member is started. */
  static final class Launch {
    final Map<String, String> conf = new TreeMap<>();
    final List<Path> init = new ArrayList<>();
    final List<String> jvmArgs = new ArrayList<>(List.of("-Xmx512m"));
    final Map<String, String> environment = new TreeMap<>();
    String master = "local[2]";
    String mainClass = SparkConnectMemberMain.class.getName();
    String classPath = System.getProperty("java.class.path");
    LaunchSpec.IdleWork idleWork = LaunchSpec.IdleWork.NONE;
    Duration bootTimeout = Duration.ofMinutes(10);
    Duration idleTimeout = Duration.ofMinutes(10);
    ProcessIdentity launcher = new SystemProcesses().self();

    Launch conf(String name, String value) {
      conf.put(name, value);
      return this;
    }

    /** Runs a stand-in that has a member's life but no Spark. */
    Launch standIn() {
      mainClass = StandIn.class.getName();
      return this;
    }

    Launch idleTimeout(Duration timeout) {
      idleTimeout = timeout;
      return this;
    }
  }

  TestMember launch(Launch launch) throws IOException {
    Uid uid = Uid.random();
    Fingerprint fingerprint = new Fingerprint("0".repeat(64), new TreeMap<>(Map.of("test", "1")));
    pool.announce(uid, fingerprint, "4.2.0", launch.launcher);
    new LaunchSpec(
            uid,
            fingerprint,
            "4.2.0",
            launch.master,
            new TreeMap<>(launch.conf),
            launch.init,
            launch.idleWork,
            launch.bootTimeout,
            launch.idleTimeout,
            Instant.now())
        .write(directory.launchSpec(uid));
    Path member = directory.memberDirectory(uid);
    Path arguments = member.resolve("java.args");
    Files.write(arguments, arguments(launch));

    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c"));
    command.addAll(List.of("trap '' INT HUP; exec \"$@\"", "sh"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("@" + arguments, launch.mainClass));
    if (!launch.mainClass.equals(SparkConnectMemberMain.class.getName())) {
      // What proves a process to be a member.
      command.add(SparkConnectMemberMain.class.getName());
    }
    command.addAll(List.of(directory.path().toString(), uid.value()));
    ProcessBuilder builder = new ProcessBuilder(command);
    File out = member.resolve("stdout.log").toFile();
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(out));
    builder.environment().put(MemberBoot.TOKEN_VARIABLE, TOKEN);
    builder.environment().putAll(launch.environment);
    TestMember started = new TestMember(this, uid, builder.start());
    members.add(started);
    return started;
  }

  private static List<String> arguments(Launch launch) {
    List<String> arguments = new ArrayList<>();
    SPARK_FLAGS.forEach(name -> arguments.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    // Boots of several seconds are most of these tests: the first compiler is enough.
    arguments.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    arguments.addAll(launch.jvmArgs);
    arguments.add("-cp");
    arguments.add("\"" + launch.classPath.replace("\\", "\\\\") + "\"");
    return arguments;
  }

  /** Ends what is left. */
  @Override
  public void close() {
    members.forEach(member -> member.process.destroyForcibly());
  }
}
