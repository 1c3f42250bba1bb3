package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;

/** CASES C03, with real servers: many classes at a time, and the extension loaded twice. */
class C03InOneJvmTest {

  @AfterEach
  void nothingIsLeft() {
    assertThat(SparkSession.getDefaultSession().isEmpty()).isTrue();
    assertThat(SparkSession.getActiveSession().isEmpty()).isTrue();
  }

  private static EngineTestKit.Builder kit(DiscoverySelector... classes) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(classes)
        .configurationParameter("sparkconnect.pool.maxMembers", "2");
  }

  @Test
  void sixteenClassesOnEightThreads() {
    kit(IntStream.rangeClosed(1, 16)
            .mapToObj(n -> String.format("%s$C%02d", getClass().getName(), n))
            .map(DiscoverySelectors::selectClass)
            .toArray(DiscoverySelector[]::new))
        .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
        .configurationParameter(
            "junit.jupiter.execution.parallel.mode.classes.default", "concurrent")
        .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
        .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "8")
        .execute()
        .testEvents()
        .assertStatistics(counts -> counts.succeeded(16).failed(0));
  }

  @Test
  void theExtensionInTwoClassLoaders() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Callable<Long>> runs = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        Class<?> testClass = new OwnLoader().loadClass(C01.class.getName());
        assertThat(testClass).isNotSameAs(C01.class);
        runs.add(() -> kit(selectClass(testClass)).execute().testEvents().succeeded().count());
      }
      for (Future<Long> run : threads.invokeAll(runs)) {
        assertThat(run.get()).isEqualTo(1);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Has classes of ours of its own, and everything else from the loader of this test. */
  private static final class OwnLoader extends URLClassLoader {

    OwnLoader() throws IOException {
      super(classPath(), OwnLoader.class.getClassLoader());
    }

    private static URL[] classPath() throws IOException {
      List<URL> urls = new ArrayList<>();
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
        urls.add(Path.of(entry).toUri().toURL());
      }
      return urls.toArray(URL[]::new);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!name.startsWith("io.github.sparkconnect.")) {
          return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : findClass(name);
      }
    }
  }

  /** A server that two of them had at the same time would have the table already. */
  @SparkConnectServer
  abstract static class Writes {
    @Test
    void aTable(SparkSession spark) {
      spark.sql("CREATE TABLE c03 USING parquet AS SELECT id FROM range(5)");

      assertThat(spark.table("c03").count()).isEqualTo(5);
    }
  }

  static class C01 extends Writes {}

  static class C02 extends Writes {}

  static class C03 extends Writes {}

  static class C04 extends Writes {}

  static class C05 extends Writes {}

  static class C06 extends Writes {}

  static class C07 extends Writes {}

  static class C08 extends Writes {}

  static class C09 extends Writes {}

  static class C10 extends Writes {}

  static class C11 extends Writes {}

  static class C12 extends Writes {}

  static class C13 extends Writes {}

  static class C14 extends Writes {}

  static class C15 extends Writes {}

  static class C16 extends Writes {}
}
