package io.github.sparkconnect.junit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a class gets: its own request, and the settings where that is silent.
 *
 * @param conf settings of each session; the class's stand above the configured ones
 * @param serverConf settings of the server; the class's stand above the configured ones
 */
record EffectiveRequest(
    String master,
    SortedMap<String, String> conf,
    SortedMap<String, String> serverConf,
    List<String> packages,
    List<String> artifacts,
    List<String> init,
    List<String> jvmArgs,
    SessionScope session,
    Reuse reuse,
    Optional<String> remote,
    boolean disabledWithoutServer) {

  /**
   * @throws SettingException if a setting that is needed has a wrong value
   */
  static EffectiveRequest of(ServerRequest request, Settings settings) {
    return new EffectiveRequest(
        request.master().isEmpty() ? settings.get(Settings.MASTER) : request.master(),
        merged(settings.get(Settings.CONF), request.conf()),
        merged(settings.get(Settings.SERVER_CONF), request.serverConf()),
        given(request.packages(), Settings.PACKAGES, settings),
        given(request.artifacts(), Settings.ARTIFACTS, settings),
        given(request.init(), Settings.INIT, settings),
        given(request.jvmArgs(), Settings.JVM_ARGS, settings),
        request.session() == SessionScope.DEFAULT
            ? settings.get(Settings.SESSION)
            : request.session(),
        request.reuse() == Reuse.DEFAULT ? settings.get(Settings.REUSE) : request.reuse(),
        request.remote().isEmpty() ? settings.find(Settings.REMOTE) : Optional.of(request.remote()),
        request.disabledWithoutServer() || settings.get(Settings.DISABLED_WITHOUT_SERVER));
  }

  /** The part that decides which server fits. */
  ServerSpec server() {
    return new ServerSpec(master, serverConf, packages, init, jvmArgs);
  }

  private static SortedMap<String, String> merged(
      Map<String, String> configured, Map<String, String> own) {
    SortedMap<String, String> merged = new TreeMap<>(configured);
    merged.putAll(own);
    return merged;
  }

  private static List<String> given(
      List<String> own, Setting<List<String>> setting, Settings settings) {
    return own.isEmpty() ? settings.get(setting) : own;
  }
}
