package io.github.sparkconnect.junit;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.MavenUserHome;
import eu.maveniverse.maven.mima.runtime.standalonestatic.StandaloneStaticRuntime;
import java.util.HashMap;
import java.util.Map;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.crypto.SettingsDecrypter;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.transfer.TransferListener;

/**
 * Maven's resolver, set up the way the user's Maven is.
 *
 * <p>Named directly and not looked up as a service, so that other copies of it on the test's class
 * path do not matter.
 */
final class MavenRuntime extends StandaloneStaticRuntime {

  // A repository that does not answer is to fail a test class within seconds.
  private static final int CONNECT_TIMEOUT_MILLIS = 10_000;
  private static final int REQUEST_TIMEOUT_MILLIS = 60_000;

  static Context open(MavenEnvironment maven, TransferListener listener) {
    ContextOverrides.Builder overrides =
        ContextOverrides.create()
            .withUserSettings(true)
            .withMavenUserHomeOverride(maven.userHome())
            .withUserSettingsXmlOverride(maven.userSettings())
            .configProperties(configuration())
            .transferListener(listener);
    maven.home().ifPresent(overrides::withMavenSystemHomeOverride);
    maven.globalSettings().ifPresent(overrides::withGlobalSettingsXmlOverride);
    maven.localRepository().ifPresent(overrides::withLocalRepositoryOverride);
    maven.offline().ifPresent(overrides::offline);
    return new MavenRuntime().create(overrides.build());
  }

  @Override
  protected DefaultRepositorySystemSession newRepositorySession(
      ContextOverrides overrides,
      MavenUserHome home,
      RepositorySystem system,
      Settings settings,
      SettingsDecrypter decrypter) {
    DefaultRepositorySystemSession session =
        super.newRepositorySession(overrides, home, system, settings, decrypter);
    // The resolver reads mirrors, proxies and servers from the settings, but not this.
    session.setOffline(overrides.isOffline().orElse(settings.isOffline()));
    return session;
  }

  private static Map<String, Object> configuration() {
    Map<String, Object> properties = new HashMap<>();
    properties.put("aether.connector.connectTimeout", CONNECT_TIMEOUT_MILLIS);
    properties.put("aether.connector.requestTimeout", REQUEST_TIMEOUT_MILLIS);
    if (System.getProperty("https.proxyHost") != null
        || System.getProperty("http.proxyHost") != null) {
      properties.put("aether.connector.http.useSystemProperties", true);
    }
    return properties;
  }
}
