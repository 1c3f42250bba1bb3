package io.github.sparkconnect.junit;

import eu.maveniverse.maven.mima.context.Context;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.Exclusion;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;

/** Resolves the jars of a Spark Connect server from the user's Maven repositories. */
final class MavenClassPath {

  /**
   * Not every mirror has {@code spark-protobuf}. The client shades another copy of the classes that
   * the server has, so that the two must not meet.
   */
  private static final List<Exclusion> EXCLUDED =
      List.of(
          new Exclusion("org.apache.spark", "spark-protobuf_2.13", "*", "*"),
          new Exclusion("org.apache.spark", "spark-connect-client-jvm_2.13", "*", "*"));

  private final MavenEnvironment maven;
  private final Consumer<String> progress;

  MavenClassPath(MavenEnvironment maven, Consumer<String> progress) {
    this.maven = maven;
    this.progress = progress;
  }

  /**
   * Returns the jars of these artifacts and of all that they need at run time.
   *
   * @throws SparkConnectException saying which artifact is missing, why, and what to do
   */
  List<Path> resolve(ServerArtifacts artifacts) {
    DownloadProgress listener = new DownloadProgress(progress, artifacts.toString());
    try (Context context = MavenRuntime.open(maven, listener)) {
      try {
        return resolve(context, artifacts);
      } catch (DependencyResolutionException e) {
        throw MavenFailure.of(e, artifacts, context);
      } finally {
        listener.done();
      }
    } catch (IllegalStateException e) {
      // How the resolver says that the settings cannot be read.
      throw new SparkConnectException(
          "Cannot read the Maven settings "
              + maven.userSettings()
              + " to resolve "
              + artifacts
              + ": "
              + RootCause.of(e).getMessage()
              + "\nCorrect the file, or name another one in "
              + Settings.MAVEN_SETTINGS.key()
              + ".",
          e);
    }
  }

  private static List<Path> resolve(Context context, ServerArtifacts artifacts)
      throws DependencyResolutionException {
    List<Dependency> roots = new ArrayList<>();
    for (String coordinates : artifacts.coordinates()) {
      roots.add(
          new Dependency(new DefaultArtifact(coordinates), JavaScopes.COMPILE)
              .setExclusions(EXCLUDED));
    }
    DependencyRequest request =
        new DependencyRequest(
            new CollectRequest(roots, null, context.remoteRepositories()),
            DependencyFilterUtils.classpathFilter(JavaScopes.RUNTIME));
    List<Path> jars = new ArrayList<>();
    for (ArtifactResult result :
        context
            .repositorySystem()
            .resolveDependencies(context.repositorySystemSession(), request)
            .getArtifactResults()) {
      jars.add(result.getArtifact().getFile().toPath());
    }
    return List.copyOf(jars);
  }
}
