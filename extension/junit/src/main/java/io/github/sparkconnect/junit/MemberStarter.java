package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Fingerprint;
import io.github.sparkconnect.pool.LaunchFailure;
import io.github.sparkconnect.pool.LaunchSpec;
import io.github.sparkconnect.pool.MemberLauncher;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolException;
import io.github.sparkconnect.pool.ProcessIdentity;
import io.github.sparkconnect.pool.Processes;
import io.github.sparkconnect.pool.Uid;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Starts the process of a server, detached from this one: it outlives this JVM, has none of its
 * pipes and is spared by the terminal's signals.
 *
 * <p>Files touched, all in the member's directory and private: {@code launch.json}, {@code
 * java.args}, {@code stdout.log}, {@code init/}, {@code tmp/} and {@code spark/}. The token is in
 * the environment of the process only; nobody here keeps it. Thread-safe.
 */
final class MemberStarter implements MemberLauncher {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int TOKEN_BYTES = 32;

  /** What all servers of one kind have in common. */
  record Blueprint(
      ServerSpec spec,
      List<String> jvmArgs,
      String sparkVersion,
      Fingerprint fingerprint,
      JavaHome java,
      Region region,
      Path directory,
      List<InitScript> init,
      List<Path> classPath,
      ClassArchives archives,
      boolean warmUp,
      Duration idleTimeout,
      Duration bootTimeout) {

    Blueprint {
      init = List.copyOf(init);
      classPath = List.copyOf(classPath);
      jvmArgs = List.copyOf(jvmArgs);
    }
  }

  private final Pool pool;
  private final Processes processes;
  private final Blueprint blueprint;
  private final Properties systemProperties;
  private final StartedProcesses started;

  MemberStarter(
      Pool pool,
      Processes processes,
      Blueprint blueprint,
      Properties systemProperties,
      StartedProcesses started) {
    this.pool = pool;
    this.processes = processes;
    this.blueprint = blueprint;
    this.systemProperties = systemProperties;
    this.started = started;
  }

  JavaHome java() {
    return blueprint.java();
  }

  List<Path> classPath() {
    return blueprint.classPath();
  }

  @Override
  public ProcessIdentity launch(Uid uid) {
    Path output = pool.directory().memberDirectory(uid).resolve("stdout.log");
    BootFailure failure = new BootFailure(pool.directory().log(uid), output);
    Optional<ClassArchives.Archive> archive =
        blueprint
            .archives()
            .find(blueprint.java(), blueprint.jvmArgs(), blueprint.classPath())
            .filter(found -> found.exists() || blueprint.warmUp());
    Process process;
    try {
      Path arguments = prepare(uid, archive, output);
      process = start(uid, arguments, output);
      started.add(process);
    } catch (IOException | SparkConnectException e) {
      throw new PoolException("Server " + uid + " cannot be started: " + describe(e), e);
    }
    ProcessIdentity identity =
        processes
            .identify(process.pid())
            .orElseThrow(() -> new PoolException(explainEnd(uid, process, failure)));
    // It may be the archive that the JVM does not come up with.
    Runnable dropArchive = () -> archive.ifPresent(ClassArchives.Archive::drop);
    new BootWatch(
            pool, uid, blueprint.fingerprint(), processes, process, identity, failure, dropArchive)
        .start(blueprint.bootTimeout());
    return identity;
  }

  /** Writes everything that the process reads. */
  private Path prepare(Uid uid, Optional<ClassArchives.Archive> archive, Path output)
      throws IOException {
    Path directory = pool.directory().memberDirectory(uid);
    if (!Files.isDirectory(blueprint.directory())) {
      throw new IOException(
          "its working directory "
              + blueprint.directory()
              + " does not exist; "
              + Settings.SERVER_DIRECTORY.key()
              + " names another one");
    }
    PrivateFiles.createDirectories(directory.resolve("tmp"));
    if (blueprint.spec().sparkMaster().startsWorkers()) {
      ExecutorJars.install(home(uid), blueprint.classPath());
    }
    List<Path> init = new ArrayList<>();
    for (InitScript script : blueprint.init()) {
      PrivateFiles.createDirectories(directory.resolve("init"));
      Path copy = directory.resolve("init").resolve(script.fileName(init.size() + 1));
      PrivateFiles.create(copy, script.content());
      init.add(copy);
    }
    new LaunchSpec(
            uid,
            blueprint.fingerprint(),
            blueprint.sparkVersion(),
            blueprint.spec().master(),
            blueprint.spec().serverConf(),
            init,
            new LaunchSpec.IdleWork(
                blueprint.warmUp(),
                archive.filter(found -> !found.exists()).map(ClassArchives.Archive::file)),
            blueprint.bootTimeout(),
            blueprint.idleTimeout(),
            Instant.now())
        .write(pool.directory().launchSpec(uid));
    List<String> jvmArgs = new ArrayList<>(blueprint.jvmArgs());
    archive.ifPresent(found -> jvmArgs.addAll(found.options()));
    Path arguments = directory.resolve("java.args");
    PrivateFiles.create(
        arguments,
        ArgumentFile.text(
            LaunchCommand.fileArguments(
                blueprint.java(), jvmArgs, blueprint.region(), directory, blueprint.classPath())),
        FileNameEncoding.of(systemProperties).charset());
    PrivateFiles.create(output);
    return arguments;
  }

  private Process start(Uid uid, Path arguments, Path output) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                LaunchCommand.of(blueprint.java(), arguments, pool.directory().path(), uid))
            .directory(blueprint.directory().toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    Map<String, String> environment = builder.environment();
    LaunchEnvironment.scrub(environment);
    if (blueprint.spec().sparkMaster().isOnThisMachine()) {
      LaunchEnvironment.bindToLoopback(
          environment, InetAddress.getLoopbackAddress().getHostAddress());
    }
    if (blueprint.spec().sparkMaster().startsWorkers()) {
      environment.putAll(ExecutorJars.environment(home(uid)));
    }
    FileNameEncoding.of(systemProperties).applyTo(environment, systemProperties);
    environment.put(LaunchEnvironment.TOKEN, token());
    return builder.start();
  }

  /** The installation of Spark that workers of the server's own are started from. */
  private Path home(Uid uid) {
    return pool.directory().memberDirectory(uid).resolve("spark");
  }

  private static String token() {
    byte[] bytes = new byte[TOKEN_BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** For a process that ended before anybody could ask who it is. */
  private static String explainEnd(Uid uid, Process process, BootFailure failure) {
    LaunchFailure end = failure.ended(process.onExit().join().exitValue(), Instant.now());
    return "Server " + uid + " did not start: " + end.message() + "\n" + end.detail();
  }

  private static String describe(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
