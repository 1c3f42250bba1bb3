package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.Pool;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Starts servers before tests need them. */
@Command(
    name = "warm",
    description = "Starts servers for tests run here, so that these find them ready.",
    mixinStandardHelpOptions = true)
final class WarmCommand implements Callable<Integer> {

  @Option(
      names = "--count",
      defaultValue = "1",
      description = "How many are to be ready (default: ${DEFAULT-VALUE}).")
  private int count;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    CommandPool command = CommandPool.ofProcess();
    int most = command.settings().get(Settings.POOL_MAX_MEMBERS);
    if (count < 1 || count > most) {
      throw new ParameterException(
          spec.commandLine(),
          "--count must be from 1 to "
              + most
              + " ("
              + Settings.POOL_MAX_MEMBERS.key()
              + "), but was: "
              + count);
    }
    Pool pool = command.open();
    CommandClaims members =
        new CommandClaims(
            "warm", command.settings(), pool, LaunchPlan.here(pool, System.getProperties()));
    List<Claim> claims = new ArrayList<>();
    // All at once, or the second claim would find what the first gave back.
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Future<Claim>> waiting = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        waiting.add(threads.submit(members::claim));
      }
      for (Future<Claim> claim : waiting) {
        claims.add(result(claim));
      }
    } finally {
      threads.shutdownNow();
      claims.forEach(members::giveBack);
    }
    claims.forEach(
        claim -> out.println(claim.uid() + " is ready, Spark " + claim.member().sparkVersion()));
    return 0;
  }

  private static Claim result(Future<Claim> claim) throws InterruptedException {
    try {
      return claim.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    }
  }
}
