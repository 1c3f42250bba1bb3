package io.github.sparkconnect.junit;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Runs test classes inside a test, in the order given. */
final class JupiterRun {

  private final Map<String, String> parameters = new LinkedHashMap<>();
  private final List<String> said = new ArrayList<>();

  /** Sets a configuration parameter. */
  JupiterRun with(String key, Object value) {
    parameters.put(key, value.toString());
    return this;
  }

  static EngineExecutionResults of(Class<?>... testClasses) {
    return new JupiterRun().run(testClasses);
  }

  /** Returns the first failure of a class that is run with these parameters, keys and values. */
  static Throwable failureOf(Class<?> testClass, String... parameters) {
    JupiterRun run = new JupiterRun();
    for (int i = 0; i < parameters.length; i += 2) {
      run.with(parameters[i], parameters[i + 1]);
    }
    return Failures.first(run.run(testClass));
  }

  EngineExecutionResults run(Class<?>... testClasses) {
    PrintStream err = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream copy = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setErr(copy);
      return EngineTestKit.engine("junit-jupiter")
          .configurationParameters(parameters)
          .selectors(
              Arrays.stream(testClasses)
                  .map(DiscoverySelectors::selectClass)
                  .toArray(ClassSelector[]::new))
          .execute();
    } finally {
      System.setErr(err);
      String text = bytes.toString(StandardCharsets.UTF_8);
      err.print(text);
      text.lines().forEach(said::add);
    }
  }

  /** What was said on the console meanwhile. */
  List<String> said() {
    return said;
  }
}
