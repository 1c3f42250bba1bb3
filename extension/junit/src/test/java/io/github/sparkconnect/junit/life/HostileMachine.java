package io.github.sparkconnect.junit.life;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.sparkconnect.junit.life.ClaimingJvm.Claimed;
import io.github.sparkconnect.junit.life.ClaimingJvm.Launch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.IntStream;

/**
 * A machine on which everything is wrong that a server could trip over: no network, taken ports,
 * odd host names and paths, and for each of six test JVMs a trouble of its own. All of them claim a
 * server at once, without any configuration against it.
 */
final class HostileMachine implements AutoCloseable {

  static final List<Integer> TAKEN =
      IntStream.concat(IntStream.of(15002), IntStream.rangeClosed(4040, 4060)).boxed().toList();

  private static final Path JAVA = Path.of(System.getProperty("java.home"));

  /** The program called {@code hostname} would refuse some of the names. */
  private static final String NAMED = "echo \"$0\" > /proc/sys/kernel/hostname && exec \"$@\"";

  /** What is wrong with one of the test JVMs. */
  enum Trouble {
    DEBUG_AGENT("bad_name_1"),
    COVERAGE_AGENT("bad_name_1"),
    NEWER_JAVA("2886795934"),
    NEWER_NETTY("2886795934"),
    ASCII_ONLY("no.such.host.invalid"),
    SPARK_VARIABLES("no.such.host.invalid");

    private final String hostName;

    Trouble(String hostName) {
      this.hostName = hostName;
    }
  }

  final Path project;
  final Path pool;
  final Path trustStore;
  final Path agentReport;
  final PoolAudit audit;
  private final Path temp;
  private final Process machine;
  private final Map<Trouble, ClaimingJvm> jvms = new EnumMap<>(Trouble.class);
  private final Map<Trouble, Claimed> claims = new EnumMap<>(Trouble.class);

  HostileMachine(Path temp) {
    this.temp = temp;
    try {
      Path odd = Files.createDirectories(temp.resolve("a b/%41+#"));
      this.project = Files.createDirectory(odd.resolve("project"));
      this.pool = odd.resolve("pool");
      this.trustStore = odd.resolve("trust.jks");
      this.agentReport = temp.resolve("agents");
      this.machine = start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.audit = new PoolAudit(pool);
  }

  /** Makes a network namespace with nothing but a loopback device, and takes the ports in it. */
  private static Process start() throws IOException {
    List<String> command = new ArrayList<>(List.of("unshare", "-n", "sh", "-c"));
    command.addAll(List.of("ip link set lo up && exec \"$@\"", "sh"));
    command.add(JAVA.resolve("bin/java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(OccupyingMain.class.getName());
    TAKEN.forEach(port -> command.add(port.toString()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader lines = process.inputReader(UTF_8);
    String line = lines.readLine();
    if (line == null || !line.equals(TAKEN.size() + " ports are taken")) {
      throw new IOException("the ports cannot be taken: " + line);
    }
    return process;
  }

  /** The Java 25 of this machine, if it has one. */
  static Optional<Path> newerJava() {
    try (DirectoryStream<Path> homes =
        Files.newDirectoryStream(Path.of("/usr/lib/jvm"), "*-25-*")) {
      for (Path home : homes) {
        return Optional.of(home);
      }
    } catch (IOException e) {
      // No such folder.
    }
    return Optional.empty();
  }

  /** Has all claim at once; each keeps its server. */
  void claimAll(List<Path> netty) {
    for (Trouble trouble : Trouble.values()) {
      jvms.put(trouble, launch(trouble, netty).start());
    }
    jvms.values().forEach(jvm -> jvm.tell("claim"));
    jvms.forEach((trouble, jvm) -> claims.put(trouble, jvm.claimed()));
  }

  private Launch launch(Trouble trouble, List<Path> netty) {
    Launch launch =
        new Launch()
            .before("nsenter", "-t", Long.toString(machine.pid()), "-n")
            .before("unshare", "-u", "sh", "-c", NAMED)
            .before(trouble.hostName)
            .setting("pool.dir", pool)
            .setting("pool.maxMembers", 6)
            .setting("pool.idleTimeout", "5m")
            .setting("server.bootTimeout", "4m")
            .setting("master", "local[1]")
            .setting("jvmArgs", "-Xmx512m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
            .change(builder -> builder.directory(project.toFile()));
    return switch (trouble) {
      case DEBUG_AGENT ->
          launch.change(
              builder -> {
                builder.directory(project.toFile());
                builder
                    .environment()
                    .put(
                        "JAVA_TOOL_OPTIONS",
                        "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=localhost:5005"
                            + " '-Djavax.net.ssl.trustStore="
                            + trustStore
                            + "'");
              });
      case COVERAGE_AGENT -> launch.option("-javaagent:" + agent() + "=" + agentReport);
      case NEWER_JAVA -> launch.java(newerJava().orElse(JAVA));
      case NEWER_NETTY -> {
        netty.forEach(jar -> launch.classPathBegins(jar.toString()));
        yield launch;
      }
      case ASCII_ONLY ->
          launch
              .option("-Dfile.encoding=US-ASCII")
              .change(
                  builder -> {
                    builder.directory(project.toFile());
                    builder.environment().put("LC_ALL", "C");
                  });
      case SPARK_VARIABLES ->
          launch.change(
              builder -> {
                builder.directory(project.toFile());
                builder.environment().put("SPARK_REMOTE", "sc://127.0.0.1:1");
                builder.environment().put("SPARK_HOME", otherSpark().toString());
              });
    };
  }

  /** An agent's jar; its class is on the class path. */
  private Path agent() {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", ReportingAgent.class.getName());
    Path jar = temp.resolve("agent.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream empty = new JarOutputStream(file, manifest)) {
      empty.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return jar;
  }

  private Path otherSpark() {
    try {
      Path home = temp.resolve("spark-3.5.0");
      Files.createDirectories(home.resolve("jars"));
      Files.createFile(home.resolve("jars/spark-core_2.13-3.5.0.jar"));
      return home;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ClaimingJvm jvm(Trouble trouble) {
    return of(jvms, trouble);
  }

  Claimed claim(Trouble trouble) {
    return of(claims, trouble);
  }

  private static <T> T of(Map<Trouble, T> map, Trouble trouble) {
    T value = map.get(trouble);
    if (value == null) {
      throw new IllegalStateException("nothing for " + trouble);
    }
    return value;
  }

  /** Asks the server of a test JVM for a single value. */
  String sql(Trouble trouble, String query) {
    return jvm(trouble).ask("sql", query);
  }

  int port(Claimed member) {
    for (String name : audit.traces(member.uid())) {
      int port = audit.record(name).path("port").intValue();
      if (port > 0) {
        return port;
      }
    }
    throw new AssertionError("no port of " + member);
  }

  List<Listeners.Socket> listeners() throws IOException {
    return Listeners.of(machine.pid());
  }

  @Override
  public void close() {
    jvms.values().forEach(ClaimingJvm::close);
    KillWorld.await(KillWorld.SOON)
        .until(
            () -> {
              KillWorld.run("rm", "-rf", pool.toString());
              return !Files.exists(pool);
            });
    KillWorld.await(KillWorld.SOON).until(() -> audit.liveMembers().isEmpty());
    KillWorld.run("rm", "-rf", pool.toString());
    machine.destroyForcibly();
  }
}
