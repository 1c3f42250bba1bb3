package io.github.sparkconnect.junit;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The server that a test class owns, injectable as a parameter.
 *
 * <p>Valid until the class ends. Safe for use by several threads.
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public interface SparkConnectMember {

  /** The connection string {@code sc://localhost:<port>/;token=<token>}; keep it out of logs. */
  String url();

  /** The server's name in the pool, 12 lowercase hexadecimal digits; empty for an external one. */
  Optional<String> uid();

  /** The server's process id; empty for an external one. */
  Optional<Long> pid();

  /** The server's Spark version, for example {@code 4.2.0}. */
  String sparkVersion();

  /** The server's log file; empty for an external one. */
  Optional<Path> log();

  /** The server's own directory (warehouse, scratch, log); empty for an external one. */
  Optional<Path> directory();

  /**
   * Opens another session on this server, with the class's session settings; it is released when
   * the class ends.
   *
   * @throws SparkConnectException if the server does not answer
   * @throws IllegalStateException if the class has ended
   */
  SparkSession newSession();
}
