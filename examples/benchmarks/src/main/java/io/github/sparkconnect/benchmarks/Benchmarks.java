package io.github.sparkconnect.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The main class: {@code suite}, {@code fork}, {@code boot}, {@code classes}, or {@code smoke} for
 * a little of each.
 */
public final class Benchmarks {

  private final Options options;
  private final PoolFolder pool;

  private Benchmarks(Options options) {
    this.options = options;
    pool = new PoolFolder(options.path("work").resolve("cache"));
  }

  /** Runs one and prints its table. */
  public static void main(String[] args) throws Exception {
    Options options = Options.parse(List.of(args));
    Files.createDirectories(options.path("work"));
    Benchmarks benchmarks = new Benchmarks(options);
    try {
      switch (options.benchmark()) {
        case "suite" -> benchmarks.suite();
        case "fork" -> benchmarks.fork(options.number("rounds", 5));
        case "boot" -> benchmarks.inside("bench.Boot", options.number("rounds", 5));
        case "classes" -> benchmarks.inside("bench.ManyClasses", options.number("classes", 500));
        case "smoke" -> benchmarks.smoke();
        default -> throw new IllegalArgumentException("no benchmark " + options.benchmark());
      }
    } finally {
      benchmarks.pool.clear();
    }
  }

  private void smoke() throws IOException, InterruptedException {
    suite(1, 1, 1, List.of(Variant.values()));
    inside("bench.ManyClasses", 3);
  }

  private void suite() throws IOException, InterruptedException {
    for (int forks : options.numbers("forks", "2")) {
      for (int classes : options.numbers("classes", "20")) {
        suite(forks, classes, options.number("rounds", 3), options.variants());
      }
    }
  }

  /** The same tests, in turns, from a build whose code is compiled. */
  private void suite(int forks, int classes, int rounds, List<Variant> variants)
      throws IOException, InterruptedException {
    Map<Variant, Project> projects = new EnumMap<>(Variant.class);
    for (Variant variant : variants) {
      projects.put(variant, Project.make(options, variant.project, classes));
    }
    String serverJars = joined(Project.make(options, "server", 0).jars());
    Table table =
        new Table(
            classes
                + (classes == 1 ? " class, " : " classes, ")
                + forks
                + (forks == 1 ? " fork" : " forks"));
    for (int round = 0; round < rounds; round++) {
      for (Variant variant : variants) {
        if (variant == Variant.POOLED_FIRST) {
          pool.clear();
        }
        if (variant == Variant.POOLED_LATER && options.values().containsKey("settled")) {
          pool.awaitPrepared();
        }
        Build.Took took =
            Objects.requireNonNull(projects.get(variant))
                .maven(forks, "surefire:test")
                .run(
                    List.of(
                        "-Dserver.per=" + (variant == Variant.SERVER_PER_CLASS ? "class" : "fork"),
                        "-Dserver.classpath=" + serverJars),
                    pool.environment());
        String row = variant.letter + ": " + variant.description;
        table.add(row, "build", took.all());
        table.add(row, "of it the forks", took.forks());
        System.out.println(row + " " + took);
      }
    }
    List<String> bases = new ArrayList<>();
    for (Variant variant :
        List.of(Variant.CLASSIC, Variant.SERVER_PER_FORK, Variant.SERVER_PER_CLASS)) {
      bases.add(variant.letter + ": " + variant.description);
    }
    System.out.println(table.markdown("build", bases));
    Path plot = options.path("work").resolve("suite-" + classes + "-" + forks + ".svg");
    Files.writeString(plot, table.svg("build"));
    System.out.println("Plot: " + plot);
  }

  /** One class in a fresh JVM, from its start to the end of its six queries. */
  private void fork(int rounds) throws IOException, InterruptedException {
    Project classic = Project.make(options, "classic", 1);
    Project connect = Project.make(options, "connect", 1);
    Project pooled = Project.make(options, "pooled", 1);
    String serverJars = joined(Project.make(options, "server", 0).jars());
    TestJvm jvm = new TestJvm(options.path("work"), pool.environment(), serverJars);
    pool.clear();
    jvm.run(pooled, List.of());
    pool.awaitPrepared();
    List<String> archived = jvm.archive(pooled);
    Table table = new Table("One class in a fresh test JVM, from its start");
    List<String> quick = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    for (int round = 0; round < rounds + 1; round++) {
      Table to = round == 0 ? new Table("warm-up") : table;
      jvm.run(classic, List.of()).into(to, "a: " + Variant.CLASSIC.description);
      jvm.run(connect, List.of()).into(to, "b: " + Variant.SERVER_PER_FORK.description);
      jvm.run(pooled, List.of()).into(to, "pool, warm server");
      jvm.run(pooled, quick).into(to, "the same, first-tier compiler and serial collector");
      jvm.run(pooled, archived).into(to, "the same, archive of classes for the test JVM");
      List<String> both = new ArrayList<>(archived);
      both.addAll(quick);
      jvm.run(pooled, both).into(to, "the same, with all three");
    }
    System.out.println(
        table.markdown(
            "six queries done",
            List.of(
                "a: " + Variant.CLASSIC.description, "b: " + Variant.SERVER_PER_FORK.description)));
    Path plot = options.path("work").resolve("fork.svg");
    Files.writeString(plot, table.svg("six queries done"));
    System.out.println("Plot: " + plot);
  }

  /** A benchmark that runs in a test JVM of its own. */
  private void inside(String main, int number) throws IOException, InterruptedException {
    Project pooled = Project.make(options, "pooled", 1);
    String serverJars = joined(Project.make(options, "server", 0).jars());
    pool.clear();
    new TestJvm(options.path("work"), pool.environment(), serverJars)
        .main(pooled, main, List.of(String.valueOf(number)));
  }

  private static String joined(List<Path> jars) {
    return String.join(":", jars.stream().map(Path::toString).toList());
  }
}
