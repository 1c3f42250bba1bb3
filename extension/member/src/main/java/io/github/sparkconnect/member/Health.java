package io.github.sparkconnect.member;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;

/** Tells whether this member can serve. */
final class Health {

  private static final Duration JOB_LIMIT = Duration.ofSeconds(5);
  private static final int HEAP_LIMIT_PERCENT = 80;

  private final SparkContext context;
  private final MemberFiles files;

  Health(SparkContext context, MemberFiles files) {
    this.context = context;
    this.files = files;
  }

  /** Returns what is wrong, each a phrase; empty if nothing is. */
  List<String> problems() {
    if (context.isStopped()) {
      return List.of("the Spark context is stopped");
    }
    List<String> problems = new ArrayList<>();
    for (Path folder : scratch()) {
      try {
        Files.delete(Files.createTempFile(folder, "probe", null));
      } catch (IOException e) {
        problems.add("the folder " + folder + " cannot be written to: " + e);
      }
    }
    if (problems.isEmpty()) {
      job(problems);
    }
    int used = heapPercentAfterCollection();
    if (used > HEAP_LIMIT_PERCENT) {
      problems.add("the heap was " + used + " % full after the last collection");
    }
    return problems;
  }

  private List<Path> scratch() {
    List<Path> folders = new ArrayList<>(List.of(files.warehouse(), files.temporary()));
    for (var folder : SparkEnv.get().blockManager().diskBlockManager().localDirs()) {
      folders.add(folder.toPath());
    }
    return folders;
  }

  private void job(List<String> problems) {
    CompletableFuture<Long> job = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                job.complete(tinyJob(context));
              } catch (Throwable e) {
                job.completeExceptionally(e);
              }
            },
            "member-probe");
    thread.setDaemon(true);
    thread.start();
    try {
      job.get(JOB_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      problems.add("a tiny job failed: " + e.getCause());
    } catch (TimeoutException e) {
      problems.add("a tiny job did not end within " + JOB_LIMIT.toSeconds() + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      problems.add("interrupted while a tiny job ran");
    }
  }

  /** A first job runs cold code for seconds; a member is published when that is over. */
  static long tinyJob(SparkContext context) {
    return JavaSparkContext.fromSparkContext(context).parallelize(List.of(1), 1).count();
  }

  /**
   * As of the last collection, so that mere garbage does not count, and in the part of the heap
   * that objects end up in: it may be full while the part for new ones, a third of the heap, is
   * empty.
   */
  static int heapPercentAfterCollection() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getCollectionUsage)
        .filter(usage -> usage != null && usage.getMax() > 0)
        .max(Comparator.comparingLong(MemoryUsage::getMax))
        .map(usage -> (int) (usage.getUsed() * 100 / usage.getMax()))
        .orElse(0);
  }
}
