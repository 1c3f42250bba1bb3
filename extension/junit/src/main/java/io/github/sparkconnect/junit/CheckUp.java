package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.Pool;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The steps from nothing to a server that is back in the pool; each needs those before it. */
final class CheckUp {

  private static final Duration QUERY_LIMIT = Duration.ofSeconds(60);
  private static final String SELF_TEST = "io.github.sparkconnect.member.SelfTest";

  /** A step; its check returns what was found. */
  record Step(String name, String remedy, Check check) {}

  @FunctionalInterface
  interface Check {
    String run() throws Exception;
  }

  private final CommandPool command;
  private @Nullable Pool pool;
  private @Nullable LaunchPlan plan;
  private @Nullable CommandClaims claims;
  private @Nullable Claim claim;

  CheckUp(CommandPool command) {
    this.command = command;
  }

  List<Step> steps() {
    return List.of(
        new Step("system", "Run your tests on Linux or macOS.", this::system),
        new Step("settings", "Correct or remove that setting.", this::settings),
        new Step(
            "java",
            "Name a Java installation in " + Settings.SERVER_JAVA_HOME.key() + ".",
            this::java),
        new Step(
            "pool",
            "Make that directory yours alone, or name another one in "
                + Settings.POOL_DIR.key()
                + ".",
            this::pool),
        new Step("class path", "Then run this again.", this::classPath),
        new Step("server", "The log above says why; 'logs <uid>' shows more.", this::server),
        new Step(
            "query and reset",
            "The server is up but does not serve; 'logs <uid>' shows what it says.",
            this::queryAndReset),
        new Step("return", "Look at the pool with 'status'.", this::giveBack));
  }

  /** Ends what a failed step has left. */
  void giveUp() {
    if (claims != null && claim != null) {
      claims.retire(claim, "the check-up failed on it");
    }
  }

  private String system() {
    String name = System.getProperty("os.name", "");
    if (name.toLowerCase(Locale.ROOT).startsWith("windows")) {
      throw new SparkConnectException("Windows is not supported yet");
    }
    return name
        + " "
        + System.getProperty("os.arch")
        + ", "
        + DefaultCapacity.members()
        + " servers";
  }

  private String settings() {
    Settings settings = command.settings();
    Settings.ALL.forEach(settings::find);
    List<String> unknown = settings.unknown(List.of());
    String given =
        Settings.ALL.stream()
            .filter(setting -> !settings.source(setting).equals(SettingSource.DEFAULT))
            .map(Setting::key)
            .collect(Collectors.joining(", "));
    return (given.isEmpty() ? "all at their defaults" : "set: " + given)
        + (unknown.isEmpty() ? "" : "; " + String.join("; ", unknown));
  }

  private String java() {
    JavaHome java =
        JavaHome.of(command.settings().find(Settings.SERVER_JAVA_HOME), System.getProperties());
    return java.version() + " in " + java.directory();
  }

  private String pool() {
    pool = command.open();
    List<String> problems = pool.snapshot().problems();
    return pool.directory()
        + ", "
        + pool.snapshot().entries().size()
        + " servers"
        + (problems.isEmpty() ? "" : "; " + String.join("; ", problems));
  }

  private String classPath() {
    plan = LaunchPlan.here(Objects.requireNonNull(pool), System.getProperties());
    return "Spark " + plan.sparkVersion() + ", " + plan.classPath().size() + " entries";
  }

  private String server() {
    claims =
        new CommandClaims(
            "doctor",
            command.settings(),
            Objects.requireNonNull(pool),
            Objects.requireNonNull(plan));
    long start = System.nanoTime();
    claim = claims.claim();
    return String.format(
        Locale.ROOT,
        "%s after %.1f s (pid %d, port %d, log %s)",
        claim.uid(),
        (System.nanoTime() - start) / 1e9,
        claim.member().process().pid(),
        claim.member().endpoint().port(),
        claim.member().log());
  }

  /** In a process of its own: a client needs Java options and a class path that this one lacks. */
  private String queryAndReset() throws IOException, InterruptedException {
    LaunchPlan planned = Objects.requireNonNull(plan);
    Claim held = Objects.requireNonNull(claim);
    List<String> line = new ArrayList<>();
    line.add(planned.java().executable().toString());
    line.addAll(ModuleOptions.of(planned.java().feature()));
    line.add("-cp");
    line.add(
        planned.classPath().stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator)));
    line.addAll(List.of(SELF_TEST, Integer.toString(held.member().endpoint().port())));
    Path output = Files.createTempFile("doctor", ".txt");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(output.toFile());
      Map<String, String> environment = builder.environment();
      LaunchEnvironment.scrub(environment);
      environment.put(LaunchEnvironment.TOKEN, held.member().endpoint().token());
      Process client = builder.start();
      boolean ended = client.waitFor(QUERY_LIMIT.toSeconds(), TimeUnit.SECONDS);
      client.destroyForcibly();
      String said = Files.readString(output, StandardCharsets.UTF_8);
      if (!ended || client.exitValue() != 0 || !said.contains("query: ok")) {
        throw new SparkConnectException(
            (ended ? "the client failed" : "no answer within " + QUERY_LIMIT.toSeconds() + " s")
                + ":\n"
                + said.lines()
                    .map(LogTail::presentable)
                    .limit(20)
                    .collect(Collectors.joining("\n")));
      }
      ControlAnswer reset = ControlAnswer.parse(said.replaceFirst("(?s).*reset: ", "").strip());
      if (!reset.fit()) {
        throw new SparkConnectException(
            "the server is not clean after a reset: " + reset.residue() + reset.problems());
      }
      return "both answered";
    } finally {
      Files.deleteIfExists(output);
    }
  }

  private String giveBack() {
    Claim held = Objects.requireNonNull(claim);
    if (!Objects.requireNonNull(claims).giveBack(held)) {
      throw new SparkConnectException("server " + held.uid() + " is not this command's any more");
    }
    claim = null;
    return held.uid() + " is ready for tests";
  }
}
