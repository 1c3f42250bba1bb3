package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.PoolException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * All commands. Exit status: 0 done, 1 not done or something is wrong, 2 called in a wrong way.
 *
 * <p>Settings are those of the tests: system properties ({@code java -Dsparkconnect.pool.dir=...})
 * and environment variables.
 */
@Command(
    name = "spark-connect-junit",
    description = "Looks at the pool of Spark Connect servers for tests, and works on it.",
    mixinStandardHelpOptions = true,
    versionProvider = CommandLineTool.Version.class,
    subcommands = {
      StatusCommand.class,
      StopCommand.class,
      LogsCommand.class,
      WarmCommand.class,
      DoctorCommand.class
    })
public final class CommandLineTool implements Runnable {

  static final int FAILED = 1;

  @Spec private CommandSpec spec = CommandSpec.create();

  CommandLineTool() {}

  /** Runs a command and returns the exit status; called by name. */
  public static int run(String[] args) {
    return run(args, new CommandLine(new CommandLineTool()));
  }

  /** Runs a command that says everything there, for tests. */
  static int run(String[] args, PrintWriter said) {
    return run(args, new CommandLine(new CommandLineTool()).setOut(said).setErr(said));
  }

  private static int run(String[] args, CommandLine line) {
    line.setExecutionExceptionHandler(CommandLineTool::explain);
    return line.execute(args);
  }

  /** What we throw ourselves says all that is needed. */
  private static int explain(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
    PrintWriter err = line.getErr();
    if (e instanceof PoolException
        || e instanceof SparkConnectException
        || e instanceof SettingException) {
      err.println(e.getMessage());
    } else {
      e.printStackTrace(err);
    }
    return FAILED;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }

  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"spark-connect-junit " + OwnCode.version()};
    }
  }
}
