package io.github.sparkconnect.member;

import io.github.sparkconnect.pool.Endpoint;
import io.github.sparkconnect.pool.LaunchSpec;
import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.PoolDirectory;
import io.github.sparkconnect.pool.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns this process from a fresh JVM into a member that is ready to be published: folders, Spark,
 * its Connect service, the init scripts, the baseline.
 */
final class MemberBoot {

  /** Spark reads its token from here; it is never on a command line. */
  static final String TOKEN_VARIABLE = "SPARK_CONNECT_AUTHENTICATE_TOKEN";

  /** Who is idle for less before it goes away would only begin to make an archive. */
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(MemberBoot.class);

  private final PoolDirectory directory;
  private final LaunchSpec spec;
  private final ProcessIdentity self;
  private final Departure departure;
  private final Supervisor supervisor;

  MemberBoot(
      PoolDirectory directory,
      LaunchSpec spec,
      ProcessIdentity self,
      Departure departure,
      Supervisor supervisor) {
    this.directory = directory;
    this.spec = spec;
    this.self = self;
    this.departure = departure;
    this.supervisor = supervisor;
  }

  /** Boots, and returns what is to be published. */
  MemberRecord run() throws IOException {
    try {
      return boot();
    } catch (Exception e) { // Some of Spark's are checked, undeclared.
      Optional<String> end = ClusterEnd.reason(directory.log(spec.uid()));
      if (end.isPresent()) {
        throw new IllegalStateException(
            "the cluster "
                + spec.master()
                + " does not run this server: "
                + end.get()
                + ". Is there a master, with Spark "
                + spec.sparkVersion()
                + ", and can its workers start executors? Their logs say why not",
            e);
      }
      throw e;
    }
  }

  private MemberRecord boot() throws IOException {
    long start = System.nanoTime();
    MemberFiles files = new MemberFiles(directory.memberDirectory(spec.uid()));
    SparkServer server = start(spec, files);
    departure.stopsSparkBy(server::stop);
    for (Path script : spec.init()) {
      server.run(SqlScript.read(script));
    }
    Health.tinyJob(server.session().sparkContext());
    Preparation preparation =
        new Preparation(
            spec.idleWork().warmUp(),
            spec.idleWork()
                .archive()
                .filter(file -> spec.idleTimeout().compareTo(LONG_ENOUGH) >= 0)
                .map(file -> new ClassArchive(file, files.directory())),
            () -> warmUp(server, files));
    departure.stopsFirst(preparation::end);
    MemberControl.attach(Baseline.capture(server, files), preparation);
    supervisor.prepares(preparation);
    LOG.info(
        "Member {} is ready after {} ms: Spark {}, port {}, master {}",
        spec.uid(),
        (System.nanoTime() - start) / 1_000_000,
        server.version(),
        server.port(),
        spec.master());
    return new MemberRecord(
        spec.uid(),
        new Endpoint("localhost", server.port(), token()),
        server.version(),
        spec.fingerprint(),
        self,
        Clock.systemUTC().instant(),
        directory.log(spec.uid()));
  }

  /** Starts Spark and its Connect service, all their files where they are told. */
  static SparkServer start(LaunchSpec spec, MemberFiles files) throws IOException {
    // Before anything is started that anybody could use without.
    token();
    files.create();
    System.setProperty("java.io.tmpdir", files.temporary().toString());
    System.setProperty("derby.system.home", files.derby().toString());
    System.setProperty("derby.stream.error.file", files.derby().resolve("derby.log").toString());
    SparkInternals.keepArtifactsIn(files.artifacts());
    return SparkServer.start(MemberConf.of(spec, files, System.getenv()));
  }

  static WarmUp warmUp(SparkServer server, MemberFiles files) {
    return new WarmUp(
        "sc://localhost:" + server.port() + "/;token=" + token(),
        files.temporary().resolve("warm-up"));
  }

  private static String token() {
    String token = System.getenv().getOrDefault(TOKEN_VARIABLE, "");
    if (token.isBlank()) {
      throw new IllegalStateException(
          "the environment variable "
              + TOKEN_VARIABLE
              + " is not set; without a token anybody on"
              + " this machine could use the member");
    }
    return token;
  }
}
