package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Fingerprint;
import io.github.sparkconnect.pool.FingerprintBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Hands everything that makes a server what it is to the fingerprint. */
final class FingerprintInputs {

  private FingerprintInputs() {}

  /**
   * @param jvmArgs the user's and our defaults
   * @param classPathHash of the content of the server's class path
   * @param environment as a server would get it
   */
  static Fingerprint of(
      ServerSpec spec,
      List<String> jvmArgs,
      String sparkVersion,
      String classPathHash,
      JavaHome java,
      Path directory,
      List<InitScript> init,
      Region region,
      Map<String, String> environment) {
    FingerprintBuilder builder =
        Fingerprint.builder()
            .master(spec.master())
            .serverConf(spec.serverConf())
            .versions(sparkVersion, ServerArtifacts.SCALA_VERSION, OwnCode.version())
            .serverClassPath(classPathHash)
            .java(java.directory(), java.version())
            .jvmArgs(jvmArgs(jvmArgs, environment))
            .workingDirectory(directory)
            .regional(region.timeZone().toZoneId(), region.locale(), region.encoding())
            .environment(environment);
    init.forEach(script -> builder.initScript(script.content()));
    return builder.build();
  }

  /** What is left of the option lines after the agents are gone counts like an argument. */
  private static List<String> jvmArgs(List<String> jvmArgs, Map<String, String> environment) {
    List<String> arguments = new ArrayList<>(jvmArgs);
    for (String name : LaunchEnvironment.OPTION_LINES) {
      String line = environment.get(name);
      if (line != null) {
        arguments.add(name + "=" + line);
      }
    }
    return arguments;
  }
}
