package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolDirectory;
import io.github.sparkconnect.pool.Uid;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the end of a server's log. */
@Command(
    name = "logs",
    description =
        "Shows the end of a server's log, also of one that failed to start in the last day.",
    mixinStandardHelpOptions = true)
final class LogsCommand implements Callable<Integer> {

  @Parameters(paramLabel = "UID", description = "The server.")
  private String name = "";

  @Option(
      names = {"-n", "--lines"},
      defaultValue = "100",
      description = "How many lines at most (default: ${DEFAULT-VALUE}).")
  private int lines;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Uid uid = CommandPool.uid(name);
    CommandPool command = CommandPool.ofProcess();
    PoolDirectory directory =
        command
            .existing()
            .map(Pool::directory)
            .orElseThrow(
                () -> new SparkConnectException("There is no pool in " + command.directory()));
    if (!Files.isDirectory(directory.memberDirectory(uid))) {
      throw new SparkConnectException("There is no server " + uid + " in " + directory);
    }
    PrintWriter out = spec.commandLine().getOut();
    // What the JVM itself said before there was a log.
    for (Path log :
        List.of(directory.memberDirectory(uid).resolve("stdout.log"), directory.log(uid))) {
      LogTail tail = LogTail.read(log, Math.max(1, lines));
      if (!tail.isEmpty()) {
        out.println("==> " + log);
        tail.lines().forEach(out::println);
      }
    }
    return 0;
  }
}
