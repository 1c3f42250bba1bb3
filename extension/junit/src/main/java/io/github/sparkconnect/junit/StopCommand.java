package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolEntry;
import io.github.sparkconnect.pool.ReapReport;
import io.github.sparkconnect.pool.Reaper;
import io.github.sparkconnect.pool.SystemProcesses;
import io.github.sparkconnect.pool.Uid;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Ends servers. */
@Command(
    name = "stop",
    description = "Ends servers, also one that a test is using right now.",
    mixinStandardHelpOptions = true)
final class StopCommand implements Callable<Integer> {

  /** TERM, ten seconds later KILL, and some time to see the end. */
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Parameters(paramLabel = "UID", arity = "0..*", description = "The servers to end.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--all", description = "Ends all servers of the pool.")
  private boolean all;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (all == !names.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "Name the servers to stop, or --all, and not both.");
    }
    PrintWriter out = spec.commandLine().getOut();
    CommandPool command = CommandPool.ofProcess();
    Optional<Pool> existing = command.existing();
    List<Uid> wanted = names.stream().map(CommandPool::uid).toList();
    if (existing.isEmpty()) {
      out.println("No server in " + command.directory());
      return wanted.isEmpty() ? 0 : CommandLineTool.FAILED;
    }
    Pool pool = existing.get();
    List<Uid> present = pool.snapshot().entries().stream().map(PoolEntry::uid).toList();
    List<Uid> unknown = wanted.stream().filter(uid -> !present.contains(uid)).toList();
    unknown.forEach(uid -> out.println("There is no server " + uid));
    List<Uid> stopping = all ? present : wanted.stream().filter(present::contains).toList();
    if (all && present.isEmpty()) {
      out.println("No server in " + command.directory());
    }
    stopping.forEach(uid -> pool.retire(uid, "it was stopped from the command line"));
    boolean ended = awaitEnd(pool, stopping, out);
    return ended && unknown.isEmpty() ? 0 : CommandLineTool.FAILED;
  }

  private static boolean awaitEnd(Pool pool, List<Uid> stopping, PrintWriter out) {
    ReapReport report =
        new Reaper(pool, new SystemProcesses(), Clock.systemUTC()).reapUntilQuiet(LIMIT);
    List<Uid> left =
        pool.snapshot().entries().stream().map(PoolEntry::uid).filter(stopping::contains).toList();
    for (Uid uid : stopping) {
      out.println(uid + (left.contains(uid) ? " has not ended" : " has ended"));
    }
    report.problems().forEach(problem -> out.println("problem: " + problem));
    return left.isEmpty();
  }
}
