package io.github.sparkconnect.junit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ServerClassPathsTest {

  private static final Duration WITHIN_SECONDS = Duration.ofSeconds(20);

  @TempDir Path temp;
  private final Properties properties = new Properties();
  private final Map<String, String> environment = new HashMap<>();
  private final List<String> progress = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void home() throws IOException {
    properties.setProperty("user.home", Files.createDirectories(temp.resolve("home")).toString());
    properties.setProperty("sparkconnect.server.version", TestRepository.VERSION);
  }

  @Test
  void theRealServerComesFromTheRealRepositoryInTheClientsVersion() {
    properties.remove("sparkconnect.server.version");
    properties.setProperty("localRepository", realLocalRepository());

    ServerClassPath classPath = find();

    assertThat(classPath.sparkVersion()).isEqualTo("4.2.0");
    assertThat(names(classPath))
        .contains("spark-connect_2.13-4.2.0.jar", "spark-mllib_2.13-4.2.0.jar")
        .contains("spark-sql_2.13-4.2.0.jar", "scala-library-2.13.18.jar")
        .noneMatch(name -> name.startsWith("spark-protobuf"))
        .noneMatch(name -> name.startsWith("spark-connect-client-jvm"));
    assertThat(classPath.spark()).hasSizeGreaterThan(150).allMatch(Files::isRegularFile);
  }

  @Test
  void theSettingsMirrorIsUsedAndSaysWhatItDownloads() throws IOException {
    Path settings = mavenHome().resolve("settings.xml");
    TestRepository.create(temp.resolve("ü repository")).settings(settings);

    ServerClassPath classPath = find();

    assertThat(names(classPath))
        .containsExactlyInAnyOrder(
            "spark-connect_2.13-9.9.9-test.jar",
            "spark-mllib_2.13-9.9.9-test.jar",
            "spark-tags_2.13-9.9.9-test.jar");
    assertThat(classPath.spark().get(0)).startsWith(mavenHome().resolve("repository"));
    assertThat(progress.get(0))
        .startsWith("downloading the Spark 9.9.9-test server from file:")
        .endsWith("; the first time this is about 300 MB");
    assertThat(progress.get(progress.size() - 1))
        .startsWith("downloaded the Spark 9.9.9-test server: 3 jars");
  }

  @Test
  void theListIsRememberedAndReadWithoutAnyRepository() throws IOException {
    TestRepository repository = repositoryInSettings();
    List<Path> first = find().spark();
    Files.delete(repository.directory().resolve(repository.jar("spark-tags_2.13")));

    List<Path> second = find().spark();

    assertThat(second).isEqualTo(first);
  }

  @Test
  void aJarThatIsGoneIsResolvedAgain() throws IOException {
    repositoryInSettings();
    List<Path> first = find().spark();
    Files.delete(first.get(0));

    assertThat(find().spark()).isEqualTo(first).allMatch(Files::exists);
  }

  @Test
  void aJarThatWasCutOffIsNotUsedFromTheList() throws IOException {
    repositoryInSettings();
    List<Path> first = find().spark();
    Files.delete(first.get(0));
    Files.createFile(first.get(0));

    // Maven trusts what is in its repository; what matters is that we asked.
    find();

    assertThat(lists()).hasSize(1);
    assertThat(Files.readString(lists().get(0))).contains("\n0 " + first.get(0));
  }

  @Test
  void aBrokenListIsReplaced() throws IOException {
    repositoryInSettings();
    List<Path> first = find().spark();
    for (String broken : List.of("", "# other\n", "# spark-connect-junit class path 2\nx", "\0")) {
      Files.writeString(lists().get(0), broken);

      assertThat(find().spark()).isEqualTo(first);
    }
  }

  @Test
  void otherSettingsMeanAnotherList() throws IOException {
    repositoryInSettings();
    find();
    Files.writeString(
        mavenHome().resolve("settings.xml"),
        Files.readString(mavenHome().resolve("settings.xml")) + "<!-- changed -->");
    find();

    assertThat(lists()).hasSize(2);
  }

  @Test
  void anUnwritableCacheIsDoneWithout() throws IOException {
    repositoryInSettings();
    Files.createFile(temp.resolve("cache"));

    assertThat(find().spark()).hasSize(3);
  }

  @Test
  void concurrentResolutionsAgree() throws Exception {
    repositoryInSettings();
    int threads = 6;
    CyclicBarrier barrier = new CyclicBarrier(threads);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<List<Path>>> results = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        results.add(
            executor.submit(
                () -> {
                  barrier.await();
                  // Each with a cache object of its own, as in class loaders of their own.
                  return find().spark();
                }));
      }
      for (Future<List<Path>> result : results) {
        assertThat(result.get()).hasSize(3).allMatch(Files::isRegularFile);
      }
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void severalJvmsResolveOnce() throws Exception {
    repositoryInSettings();
    ownCode();
    List<Process> jvms = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        jvms.add(
            new ProcessBuilder(
                    LaunchEnvironmentTest.javaProgram(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    ResolvingJvm.class.getName(),
                    temp.resolve("home").toString(),
                    temp.resolve("cache").toString(),
                    temp.resolve("own").toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
      }
      List<BufferedReader> outputs = jvms.stream().map(p -> p.inputReader(UTF_8)).toList();
      for (BufferedReader output : outputs) {
        assertThat(output.readLine()).isEqualTo("ready");
      }
      for (Process jvm : jvms) {
        jvm.getOutputStream().write('g');
        jvm.getOutputStream().flush();
      }
      List<String> lines = new ArrayList<>();
      for (BufferedReader output : outputs) {
        output.lines().forEach(lines::add);
      }

      assertThat(lines.stream().filter(l -> l.startsWith("path "))).hasSize(9);
      assertThat(lines.stream().filter(l -> l.startsWith("path ")).distinct()).hasSize(3);
      assertThat(lines.stream().filter(l -> l.startsWith("progress downloaded"))).hasSize(1);
    } finally {
      jvms.forEach(Process::destroyForcibly);
    }
  }

  @Test
  void anUnreachableMirrorIsSaidWithinSeconds() throws IOException {
    TestRepository.mirror(mavenHome().resolve("settings.xml"), "http://127.0.0.1:1/maven");

    long start = System.nanoTime();
    assertThatThrownBy(this::find)
        .isInstanceOf(SparkConnectException.class)
        .hasMessageStartingWith(
            "Cannot resolve the Spark 9.9.9-test server from Maven: Could not transfer artifact"
                + " org.apache.spark:spark-connect_2.13:pom:9.9.9-test from/to test"
                + " (http://127.0.0.1:1/maven): ")
        .hasMessageContaining("Connection refused")
        .hasMessageContaining("local repository " + mavenHome().resolve("repository"))
        .hasMessageContaining("Check the network, and the mirrors and proxies")
        .hasMessageContaining("sparkconnect.server.classpath")
        .hasMessageContaining("SPARK_HOME");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(WITHIN_SECONDS);
  }

  @Test
  void anUnknownHostIsSaidWithinSeconds() throws IOException {
    TestRepository.mirror(mavenHome().resolve("settings.xml"), "http://no-such-host.invalid/");

    assertThatThrownBy(this::find)
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("no-such-host.invalid")
        .hasMessageContaining("Check the network");
  }

  @Test
  void offlineInTheSettingsIsHonoured() throws IOException {
    TestRepository repository = repositoryInSettings();
    Path settings = mavenHome().resolve("settings.xml");
    Files.writeString(
        settings,
        Files.readString(settings).replace("<mirrors>", "<offline>true</offline><mirrors>"));

    assertThatThrownBy(this::find)
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("Maven is offline, and org.apache.spark:spark-connect_2.13")
        .hasMessageContaining("sparkconnect.maven.offline=false");

    properties.setProperty("sparkconnect.maven.offline", "false");
    assertThat(find().spark()).hasSize(3);
    assertThat(repository.directory()).exists();
  }

  @Test
  void offlineOnTheCommandLineOfMavenIsHonoured() throws IOException {
    repositoryInSettings();
    environment.put("MAVEN_CMD_LINE_ARGS", " -o verify");

    assertThatThrownBy(this::find).hasMessageContaining("Maven is offline");
  }

  @Test
  void theSettingsFileOnTheCommandLineOfMavenIsUsed() throws IOException {
    Path settings = temp.resolve("ci settings.xml");
    TestRepository.create(temp.resolve("repository")).settings(settings);
    environment.put("MAVEN_CMD_LINE_ARGS", " -B -s " + settings + " verify");

    assertThat(find().spark()).hasSize(3);
  }

  @Test
  void theLocalRepositoryOfTheBuildIsUsed() throws IOException {
    repositoryInSettings();
    for (String key : List.of("localRepository", "maven.repo.local")) {
      properties.setProperty(key, temp.resolve(key).toString());

      assertThat(find().spark()).allMatch(jar -> jar.startsWith(temp.resolve(key)));
    }
    properties.setProperty("sparkconnect.maven.localRepository", temp.resolve("ours").toString());
    assertThat(find().spark()).allMatch(jar -> jar.startsWith(temp.resolve("ours")));
  }

  @Test
  void theLocalRepositoryOfTheSettingsIsUsed() throws IOException {
    repositoryInSettings();
    Path settings = mavenHome().resolve("settings.xml");
    Path local = temp.resolve("of settings");
    Files.writeString(
        settings,
        Files.readString(settings)
            .replace("<mirrors>", "<localRepository>" + local + "</localRepository><mirrors>"));

    assertThat(find().spark()).allMatch(jar -> jar.startsWith(local));
  }

  @Test
  void withoutAUsableHomeNothingIsWrittenThere() throws IOException {
    Path settings = temp.resolve("settings.xml");
    TestRepository.create(temp.resolve("repository")).settings(settings);
    properties.setProperty("sparkconnect.maven.settings", settings.toString());
    properties.setProperty("user.home", "?");

    assertThat(find().spark()).allMatch(jar -> jar.startsWith(temp.resolve("cache")));
    assertThat(Path.of("?")).doesNotExist();
  }

  @Test
  void aMissingPackageIsNamed() throws IOException {
    repositoryInSettings();

    assertThatThrownBy(() -> find("com.example:missing:1.0"))
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("no repository has com.example:missing:jar:1.0")
        .hasMessageContaining("Check the version (sparkconnect.server.version) and the packages");
  }

  @Test
  void aMissingVersionIsNamed() throws IOException {
    repositoryInSettings();
    properties.setProperty("sparkconnect.server.version", "4.99.0");

    assertThatThrownBy(this::find)
        .hasMessageContaining("no repository has org.apache.spark:spark-connect_2.13:jar:4.99.0");
  }

  @Test
  void aPackageIsAdded() throws IOException {
    repositoryInSettings();

    assertThat(names(find("org.apache.spark:spark-connect-client-jvm_2.13:9.9.9-test")))
        .as("asked for by name")
        .hasSize(4);
    assertThatThrownBy(() -> find("nonsense"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected a package as group:artifact:version, but was: 'nonsense'");
  }

  @Test
  void brokenSettingsAreNamed() throws IOException {
    Files.writeString(mavenHome().resolve("settings.xml"), "<settings><mirrors>");

    assertThatThrownBy(this::find)
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("Cannot read the Maven settings " + mavenHome())
        .hasMessageContaining("sparkconnect.maven.settings");
  }

  @Test
  void aSparkHomeOfTheSameVersionIsTheLastResort() throws IOException {
    TestRepository.mirror(mavenHome().resolve("settings.xml"), "http://127.0.0.1:1/maven");
    Path jars = Files.createDirectories(temp.resolve("spark/jars"));
    Files.createFile(jars.resolve("spark-core_2.13-9.9.9-test.jar"));
    Files.createFile(jars.resolve("spark-connect-client-jvm_2.13-9.9.9-test.jar"));
    environment.put("SPARK_HOME", temp.resolve("spark").toString());

    assertThatThrownBy(this::find).hasMessageContaining("has no Spark Connect server in jars/");

    Files.createFile(jars.resolve("spark-connect_2.13-9.9.9-test.jar"));
    assertThat(names(find()))
        .containsExactly("spark-connect_2.13-9.9.9-test.jar", "spark-core_2.13-9.9.9-test.jar");

    properties.setProperty("sparkconnect.server.version", "4.99.0");
    assertThatThrownBy(this::find)
        .hasMessageContaining("Connection refused")
        .hasMessageContaining(
            "Also tried: SPARK_HOME (" + temp.resolve("spark") + ") is Spark 9.9.9-test, not");
  }

  @Test
  void anExplicitClassPathIsTakenAsItIs() throws IOException {
    Path jars = Files.createDirectories(temp.resolve("jars"));
    Files.createFile(jars.resolve("b.jar"));
    Files.createFile(jars.resolve("a.jar"));
    Files.createFile(jars.resolve("a.txt"));
    Path connect = Files.createFile(temp.resolve("spark-connect_2.13-4.0.0.jar"));
    properties.setProperty(
        "sparkconnect.server.classpath",
        connect + File.pathSeparator + jars + File.separator + "*");

    ServerClassPath classPath = find();

    assertThat(names(classPath)).containsExactly("spark-connect_2.13-4.0.0.jar", "a.jar", "b.jar");
    assertThat(classPath.sparkVersion()).as("what the jars say").isEqualTo("4.0.0");
    properties.setProperty("sparkconnect.server.classpath", temp.resolve("no.jar").toString());
    assertThatThrownBy(this::find)
        .isInstanceOf(SparkConnectException.class)
        .hasMessageContaining("sparkconnect.server.classpath names " + temp.resolve("no.jar"));
  }

  private ServerClassPath find(String... packages) {
    return new ServerClassPaths(
            Settings.of(key -> Optional.empty(), properties, environment),
            properties,
            environment,
            ownCode(),
            temp.resolve("cache"),
            progress::add)
        .find(List.of(packages));
  }

  /** A class path with a member main, whether or not that module is there. */
  private ClassLoader ownCode() {
    try {
      Path file = temp.resolve("own/" + OwnCode.MEMBER_MAIN.replace('.', '/') + ".class");
      if (!Files.exists(file)) {
        Files.createDirectories(file.resolveSibling("."));
        Files.write(file, new byte[0]);
      }
      return new URLClassLoader(
          new URL[] {temp.resolve("own").toUri().toURL()}, getClass().getClassLoader());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private TestRepository repositoryInSettings() throws IOException {
    TestRepository repository = TestRepository.create(temp.resolve("repository"));
    repository.settings(mavenHome().resolve("settings.xml"));
    return repository;
  }

  private Path mavenHome() throws IOException {
    return Files.createDirectories(temp.resolve("home/.m2"));
  }

  private List<Path> lists() throws IOException {
    try (var files = Files.newDirectoryStream(temp.resolve("cache"), "classpath-*.txt")) {
      List<Path> lists = new ArrayList<>();
      files.forEach(lists::add);
      return lists;
    }
  }

  private static String realLocalRepository() {
    return System.getProperty(
        "localRepository", Path.of(System.getProperty("user.home"), ".m2/repository").toString());
  }

  private static List<String> names(ServerClassPath classPath) {
    return classPath.spark().stream().map(path -> path.getFileName().toString()).toList();
  }
}
