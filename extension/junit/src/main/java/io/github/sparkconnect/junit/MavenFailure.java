package io.github.sparkconnect.junit;

import eu.maveniverse.maven.mima.context.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.transfer.ArtifactNotFoundException;

/** Turns what the resolver throws into cause and remedy. */
final class MavenFailure {

  private static final int MOST_ARTIFACTS_NAMED = 3;

  private MavenFailure() {}

  static SparkConnectException of(
      DependencyResolutionException failure, ServerArtifacts artifacts, Context context) {
    String repositories =
        context.remoteRepositories().stream()
            .map(repository -> repository.getId() + " (" + repository.getUrl() + ")")
            .collect(Collectors.joining(", "));
    String local = context.repositorySystemSession().getLocalRepository().getBasedir().getPath();
    List<String> missing = missing(failure);
    String subject = missing.isEmpty() ? artifacts.toString() : String.join(", ", missing);
    StringBuilder message =
        new StringBuilder("Cannot resolve ").append(artifacts).append(" from Maven: ");
    if (context.repositorySystemSession().isOffline()) {
      message
          .append("Maven is offline, and ")
          .append(subject)
          .append(" is not in the local repository ")
          .append(local)
          .append(".\nRun once online, or set ")
          .append(Settings.MAVEN_OFFLINE.key())
          .append("=false");
    } else if (isNotFound(failure)) {
      message
          .append("no repository has ")
          .append(subject)
          .append(". Looked in the local repository ")
          .append(local)
          .append(" and in ")
          .append(repositories)
          .append(".\nCheck the version (")
          .append(Settings.SERVER_VERSION.key())
          .append(") and the packages, or add the repository that has it to the Maven settings");
    } else {
      message
          .append(reason(failure))
          .append(". Asked ")
          .append(repositories)
          .append(", because the local repository ")
          .append(local)
          .append(" lacks ")
          .append(subject)
          .append(".\nCheck the network, and the mirrors and proxies in the Maven settings");
    }
    message
        .append("; or name the server's jars in ")
        .append(Settings.SERVER_CLASSPATH.key())
        .append(", or set SPARK_HOME to a Spark ")
        .append(artifacts.sparkVersion())
        .append(" installation.");
    return new SparkConnectException(message.toString(), failure);
  }

  /** Returns the last cause, with its kind unless the message says it. */
  private static String reason(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      // The resolver's own sentence names the artifact, the repository and the reason.
      if (t instanceof org.eclipse.aether.transfer.ArtifactTransferException
          && t.getMessage() != null) {
        return t.getMessage().strip();
      }
    }
    Throwable root = RootCause.of(failure);
    return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage().strip();
  }

  private static boolean isNotFound(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof ArtifactNotFoundException) {
        return true;
      }
    }
    return false;
  }

  private static List<String> missing(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof ArtifactResolutionException resolution) {
        List<String> names = new ArrayList<>();
        for (ArtifactResult result : resolution.getResults()) {
          if (!result.isResolved()) {
            names.add(result.getRequest().getArtifact().toString());
          }
        }
        int more = names.size() - MOST_ARTIFACTS_NAMED;
        if (more > 0) {
          names = new ArrayList<>(names.subList(0, MOST_ARTIFACTS_NAMED));
          names.add(more + " more");
        }
        return names;
      }
    }
    return List.of();
  }
}
