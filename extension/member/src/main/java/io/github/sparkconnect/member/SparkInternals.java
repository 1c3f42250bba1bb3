package io.github.sparkconnect.member;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import org.apache.spark.SparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.CacheManager;
import org.apache.spark.sql.execution.CachedData;
import org.apache.spark.sql.execution.columnar.CachedRDDBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What Spark does not offer to others, and what differs between the versions that we run on.
 *
 * <p>Compiled against one version, so a call here must link on all: {@code CatalogManager} is a
 * class in 4.0.0 and an interface in 4.2.0, {@code CacheManager} counts its entries in 4.2.0 only,
 * {@code StreamExecution} moved to another package.
 */
final class SparkInternals {

  private static final Logger LOG = LoggerFactory.getLogger(SparkInternals.class);

  /** Under this name Spark keeps what is added for all sessions. */
  private static final String NO_SESSION = "default";

  private SparkInternals() {}

  /**
   * Has the sessions' artifacts kept in {@code folder}. By itself, 4.0.0 makes a folder {@code
   * artifacts} for them in the working directory.
   */
  static void keepArtifactsIn(Path folder) {
    try {
      Class<?> manager = Class.forName("org.apache.spark.sql.artifact.ArtifactManager$");
      Field root = manager.getDeclaredField("artifactRootDirectory");
      Field known = manager.getDeclaredField("bitmap$0");
      root.setAccessible(true);
      known.setAccessible(true);
      root.set(null, folder);
      known.setBoolean(null, true);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // Then this version does it in another way, and later ones use the temporary folder.
      LOG.debug("Artifacts are kept where Spark wants to", e);
    }
  }

  /** Returns the folder that holds one folder for each session with artifacts. */
  static Path artifactFolder(SparkSession session) {
    return session.artifactManager().artifactRootPath();
  }

  /** Returns the sessions for which jars, files or archives are served, clones too. */
  static Set<String> sessionsWithArtifacts(SparkContext context) {
    Set<String> sessions = new HashSet<>();
    for (ConcurrentMap<String, ?> served : servedArtifacts(context)) {
      sessions.addAll(served.keySet());
    }
    sessions.remove(NO_SESSION);
    return sessions;
  }

  /** Serves nothing more for this session, as Spark does when it closes one. */
  static void forgetArtifacts(SparkContext context, String session) {
    servedArtifacts(context).forEach(served -> served.remove(session));
  }

  private static List<ConcurrentMap<String, ?>> servedArtifacts(SparkContext context) {
    return List.of(
        CollectionConverters.asJava(context.addedJars()),
        CollectionConverters.asJava(context.addedFiles()),
        CollectionConverters.asJava(context.addedArchives()));
  }

  /** Returns the entries of the cache, each an object of its own kind and identity. */
  static List<Object> cachedPlans(CacheManager cache) {
    if (cache.isEmpty()) {
      return List.of();
    }
    try {
      Field field = field(CacheManager.class, "cachedData");
      return List.copyOf(CollectionConverters.asJava((Seq<?>) field.get(cache)));
    } catch (ReflectiveOperationException e) {
      throw unknown(CacheManager.class, e);
    }
  }

  /** Returns the ids of the RDDs that hold what {@link #cachedPlans} returns. */
  static Set<Object> cachedRdds(CacheManager cache) {
    Set<Object> ids = new HashSet<>();
    try {
      Field field = field(CachedRDDBuilder.class, "_cachedColumnBuffers");
      for (Object plan : cachedPlans(cache)) {
        Object builder = ((CachedData) plan).cachedRepresentation().cacheBuilder();
        if (field.get(builder) instanceof RDD<?> rdd) {
          ids.add(rdd.id());
        }
      }
      return ids;
    } catch (ReflectiveOperationException e) {
      throw unknown(CachedRDDBuilder.class, e);
    }
  }

  /** Returns the names of the catalogs that the session has loaded, {@code spark_catalog} too. */
  static List<String> loadedCatalogs(SparkSession session) {
    Object manager = session.sessionState().catalogManager();
    try {
      Method list = manager.getClass().getMethod("listCatalogs", Option.class);
      return javaList((Seq<?>) list.invoke(manager, Option.empty())).stream()
          .map(Object::toString)
          .toList();
    } catch (ReflectiveOperationException e) {
      throw unknown(manager.getClass(), e);
    }
  }

  private static Field field(Class<?> type, String name) throws NoSuchFieldException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  /** Says that a part of Spark is not as in the versions that we know. */
  static IllegalStateException unknown(Class<?> type, ReflectiveOperationException problem) {
    return new IllegalStateException(
        "this Spark has another "
            + type.getSimpleName()
            + " than the versions 4.0.0 to 4.2.0: "
            + problem,
        problem);
  }

  /** Returns how many tasks run, on all executors. */
  static int runningTasks(SparkContext context) {
    return context.taskScheduler() instanceof TaskSchedulerImpl scheduler
        ? javaList(scheduler.runningTasksByExecutors().values().toSeq()).stream()
            .mapToInt(count -> ((Number) count).intValue())
            .sum()
        : 0;
  }

  static <T> List<T> javaList(Seq<T> sequence) {
    return CollectionConverters.asJava(sequence);
  }
}
