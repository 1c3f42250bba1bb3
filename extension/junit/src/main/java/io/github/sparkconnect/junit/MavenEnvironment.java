package io.github.sparkconnect.junit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The user's Maven, as a resolver has to see it: which settings, which local repository, offline or
 * not.
 *
 * @param userHome usually {@code ~/.m2}
 * @param userSettings the settings file, which need not exist
 * @param home the Maven installation with the global settings
 * @param globalSettings global settings other than those of the installation
 * @param localRepository where the build keeps artifacts; empty: the settings say, or the default
 * @param offline set or not by the user outside of the settings file
 */
record MavenEnvironment(
    Path userHome,
    Path userSettings,
    Optional<Path> home,
    Optional<Path> globalSettings,
    Optional<Path> localRepository,
    Optional<Boolean> offline) {

  /**
   * @param cache a directory of ours, where a repository is kept if there is no usable home
   */
  static MavenEnvironment of(
      Settings settings, Properties systemProperties, Map<String, String> environment, Path cache) {
    MavenInvocation maven = MavenInvocation.of(environment);
    Optional<Path> home = usableHome(systemProperties, environment);
    Path maven2 = home.map(path -> path.resolve(".m2")).orElse(cache.resolve("m2"));
    Optional<Path> repository =
        settings
            .find(Settings.MAVEN_LOCAL_REPOSITORY)
            // Of a build: Maven's own property, and what Surefire tells its forks.
            .or(() -> path(systemProperties.getProperty("maven.repo.local")))
            .or(() -> path(systemProperties.getProperty("localRepository")));
    return new MavenEnvironment(
        maven2,
        settings
            .find(Settings.MAVEN_SETTINGS)
            .or(maven::settings)
            .orElse(maven2.resolve("settings.xml")),
        maven.home(),
        maven.globalSettings(),
        repository,
        settings
            .find(Settings.MAVEN_OFFLINE)
            .or(() -> maven.offline() ? Optional.of(true) : Optional.empty()));
  }

  private static Optional<Path> usableHome(
      Properties systemProperties, Map<String, String> environment) {
    // Java says "?" when a container runs it with a user id that has no account.
    return path(systemProperties.getProperty("user.home"))
        .filter(MavenEnvironment::isHome)
        .or(() -> path(environment.get("HOME")).filter(MavenEnvironment::isHome));
  }

  private static boolean isHome(Path path) {
    return path.isAbsolute() && path.getNameCount() > 0 && Files.isDirectory(path);
  }

  private static Optional<Path> path(@Nullable String text) {
    return Optional.ofNullable(text).filter(t -> !t.isBlank()).map(Path::of);
  }
}
