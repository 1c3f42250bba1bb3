package io.github.sparkconnect.junit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Configures a {@link SparkConnectServerExtension}; the methods mean what the attributes of {@link
 * SparkConnectServer} of the same name mean. Not safe for use by several threads.
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class SparkConnectServerBuilder {

  private String master = "";
  private final Map<String, String> conf = new LinkedHashMap<>();
  private final Map<String, String> serverConf = new LinkedHashMap<>();
  private final List<String> packages = new ArrayList<>();
  private final List<String> artifacts = new ArrayList<>();
  private final List<String> init = new ArrayList<>();
  private final List<String> jvmArgs = new ArrayList<>();
  private SessionScope session = SessionScope.DEFAULT;
  private Reuse reuse = Reuse.DEFAULT;
  private String remote = "";
  private boolean disabledWithoutServer;

  SparkConnectServerBuilder() {}

  /** Spark master of the server, for example {@code local[2]}. */
  public SparkConnectServerBuilder master(String newMaster) {
    master = newMaster;
    return this;
  }

  /** Adds a session setting. */
  public SparkConnectServerBuilder conf(String key, String value) {
    conf.put(key, value);
    return this;
  }

  /** Adds a setting of the server process. */
  public SparkConnectServerBuilder serverConf(String key, String value) {
    serverConf.put(key, value);
    return this;
  }

  /** Adds Maven coordinates {@code group:artifact:version} to the server's class path. */
  public SparkConnectServerBuilder packages(String... coordinates) {
    packages.addAll(List.of(coordinates));
    return this;
  }

  /** Adds jars, as paths or globs, that are sent to the server for each session. */
  public SparkConnectServerBuilder artifacts(String... globs) {
    artifacts.addAll(List.of(globs));
    return this;
  }

  /** Adds SQL scripts that belong to the server's baseline. */
  public SparkConnectServerBuilder init(String... scripts) {
    init.addAll(List.of(scripts));
    return this;
  }

  /** Adds options of the server's JVM. */
  public SparkConnectServerBuilder jvmArgs(String... options) {
    jvmArgs.addAll(List.of(options));
    return this;
  }

  /** Sets how long an injected session lives. */
  public SparkConnectServerBuilder session(SessionScope scope) {
    session = scope;
    return this;
  }

  /** Sets whether the server goes back to the pool. */
  public SparkConnectServerBuilder reuse(Reuse newReuse) {
    reuse = newReuse;
    return this;
  }

  /** Sets an endpoint {@code sc://...} that somebody else runs. */
  public SparkConnectServerBuilder remote(String url) {
    remote = url;
    return this;
  }

  /** Aborts classes, instead of failing them, when no server can be had. */
  public SparkConnectServerBuilder disabledWithoutServer() {
    disabledWithoutServer = true;
    return this;
  }

  /** Returns the extension, for a static field with {@code @RegisterExtension}. */
  public SparkConnectServerExtension build() {
    return new SparkConnectServerExtension(
        new ServerRequest(
            master,
            conf,
            serverConf,
            packages,
            artifacts,
            init,
            jvmArgs,
            session,
            reuse,
            remote,
            disabledWithoutServer));
  }
}
