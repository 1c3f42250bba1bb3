package io.github.sparkconnect.member;

import io.github.sparkconnect.pool.Endpoint;
import io.github.sparkconnect.pool.LaunchSpec;
import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.PoolDirectory;
import io.github.sparkconnect.pool.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns this process from a fresh JVM into a member that is ready to be published: folders, Spark,
 * its Connect service, the init scripts, the baseline.
 */
final class MemberBoot {

  /** Spark reads its token from here; it is never on a command line. */
  static final String TOKEN_VARIABLE = "SPARK_CONNECT_AUTHENTICATE_TOKEN";

  private static final Logger LOG = LoggerFactory.getLogger(MemberBoot.class);

  private final PoolDirectory directory;
  private final LaunchSpec spec;
  private final ProcessIdentity self;
  private final Departure departure;
  private final Map<String, String> environment = System.getenv();

  MemberBoot(PoolDirectory directory, LaunchSpec spec, ProcessIdentity self, Departure departure) {
    this.directory = directory;
    this.spec = spec;
    this.self = self;
    this.departure = departure;
  }

  /** Boots, and returns what is to be published. */
  MemberRecord run() throws IOException {
    long start = System.nanoTime();
    String token = environment.getOrDefault(TOKEN_VARIABLE, "");
    if (token.isBlank()) {
      throw new IllegalStateException(
          "the environment variable "
              + TOKEN_VARIABLE
              + " is not set; without a token anybody on"
              + " this machine could use the member");
    }
    MemberFiles files = new MemberFiles(directory.memberDirectory(spec.uid()));
    files.create();
    System.setProperty("java.io.tmpdir", files.temporary().toString());
    System.setProperty("derby.system.home", files.derby().toString());
    System.setProperty("derby.stream.error.file", files.derby().resolve("derby.log").toString());

    SparkInternals.keepArtifactsIn(files.artifacts());
    SparkServer server = SparkServer.start(MemberConf.of(spec, files, environment));
    departure.stopsSparkBy(server::stop);
    for (Path script : spec.init()) {
      server.run(SqlScript.read(script));
    }
    Health.tinyJob(server.session().sparkContext());
    MemberControl.attach(Baseline.capture(server, files));
    LOG.info(
        "Member {} is ready after {} ms: Spark {}, port {}, master {}",
        spec.uid(),
        (System.nanoTime() - start) / 1_000_000,
        server.version(),
        server.port(),
        spec.master());
    return new MemberRecord(
        spec.uid(),
        new Endpoint("localhost", server.port(), token),
        server.version(),
        spec.fingerprint(),
        self,
        Clock.systemUTC().instant(),
        directory.log(spec.uid()));
  }
}
