package io.github.sparkconnect.junit;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Goes the way of a test once and says where it ends. */
@Command(
    name = "doctor",
    description = "Checks everything that a test run here needs, step by step, with a real server.",
    mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    CheckUp checkUp = new CheckUp(CommandPool.ofProcess());
    List<CheckUp.Step> steps = checkUp.steps();
    int width = steps.stream().mapToInt(step -> step.name().length()).max().orElse(0);
    for (CheckUp.Step step : steps) {
      String name = step.name() + " ".repeat(width - step.name().length());
      try {
        out.println("ok    " + name + "  " + step.check().run());
      } catch (Exception e) { // Whatever it is, it is what the doctor was asked for.
        out.println("FAIL  " + name + "  " + (e.getMessage() == null ? e : e.getMessage()));
        out.println(step.remedy());
        checkUp.giveUp();
        return CommandLineTool.FAILED;
      } finally {
        out.flush();
      }
    }
    out.println("Everything works.");
    return 0;
  }
}
