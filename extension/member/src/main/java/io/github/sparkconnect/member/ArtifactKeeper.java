package io.github.sparkconnect.member;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.classic.SparkSession;

/**
 * Keeps the jars, classes and files that sessions were sent: those of closed sessions go.
 *
 * <p>Spark removes a session's own when it closes the session, but caching a plan clones the
 * session with its artifacts, nobody closes the clone, and only a garbage collection would find it.
 * Asked after the sessions are closed and the cache is empty; the caller's session has no
 * artifacts.
 */
final class ArtifactKeeper implements Keeper {

  private static final Predicate<String> SESSION =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}").asMatchPredicate();

  private final SparkSession shared;
  private final Path folder;
  private final Set<String> sessions;

  ArtifactKeeper(SparkSession shared) {
    this.shared = shared;
    this.folder = SparkInternals.artifactFolder(shared);
    this.sessions = sessions();
  }

  @Override
  public List<Difference> differences() {
    Set<String> added = sessions();
    added.removeAll(sessions);
    List<Difference> differences = new ArrayList<>();
    for (String session : added) {
      differences.add(
          new Difference("artifacts of closed sessions", session, () -> remove(session)));
    }
    return differences;
  }

  private Set<String> sessions() {
    Set<String> found = new TreeSet<>(SparkInternals.sessionsWithArtifacts(shared.sparkContext()));
    found.addAll(folders());
    return found;
  }

  /** Each session's folder is named after it; there is none before the first artifact. */
  private List<String> folders() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).filter(SESSION).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void remove(String session) throws IOException {
    SparkInternals.forgetArtifacts(shared.sparkContext(), session);
    Trees.delete(folder.resolve(session));
  }
}
