package io.github.sparkconnect.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test class a Spark Connect server that nobody else uses while the class runs.
 *
 * <p>A server is claimed from the machine's pool the first time the class needs it, or started if
 * none fits. Parameters of type {@code SparkSession} and {@link SparkConnectMember} of
 * constructors, lifecycle methods and tests are then resolved.
 *
 * <h2>Scope</h2>
 *
 * The annotation is inherited from superclasses and interfaces, works as a meta-annotation, and
 * covers {@code @Nested} classes, which share the claim of the class around them. A nested class
 * with an annotation of its own has its own server.
 *
 * <h2>Clean-up</h2>
 *
 * When the class ends its sessions are released and the server is restored to the state in which it
 * was published. A server that is proved clean and healthy goes back to the pool; any other is
 * retired, with the reason in the log.
 *
 * <h2>Unset attributes</h2>
 *
 * An attribute that is left at its default falls to the JUnit configuration parameter {@code
 * sparkconnect.<attribute>} (which includes system properties), then to the environment variable,
 * then to the documented default.
 *
 * <h2>Failures</h2>
 *
 * A failure of a test is never replaced. What there is to say besides (the server is gone, it lacks
 * a class, where its log of that time is) is added as a suppressed exception; only a failure that
 * Spark's client has thrown itself becomes the cause of a {@link SparkConnectException} that says
 * it. After a server is lost, the other tests of its class fail at once.
 *
 * <h2>Exceptions</h2>
 *
 * Misuse is reported as {@link org.junit.jupiter.api.extension.ExtensionConfigurationException}; a
 * server that cannot be had as {@link SparkConnectException}.
 */
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(SparkConnectServerExtension.class)
@API(status = Status.EXPERIMENTAL, since = "0.1")
public @interface SparkConnectServer {

  /** Spark master of the server, for example {@code local[2]}; empty: the configured one. */
  String master() default "";

  /** Session settings, each {@code key=value}; they do not influence which server is used. */
  String[] conf() default {};

  /**
   * Settings of the server process, each {@code key=value}; only a server started with the same
   * ones is used. <code>${member.directory}</code> in a value is the server's own directory, which
   * is deleted with it.
   */
  String[] serverConf() default {};

  /** Maven coordinates, each {@code group:artifact:version}, added to the server's class path. */
  String[] packages() default {};

  /**
   * Jars (paths or globs, relative to the working directory) that are sent to the server for each
   * session.
   */
  String[] artifacts() default {};

  /**
   * SQL scripts (paths, or {@code classpath:} resources) that a server runs once before it is
   * published; what they create belongs to its baseline.
   */
  String[] init() default {};

  /** Options of the server's JVM, added after the defaults. */
  String[] jvmArgs() default {};

  /** How long an injected session lives. */
  SessionScope session() default SessionScope.DEFAULT;

  /** Whether the server goes back to the pool after the class. */
  Reuse reuse() default Reuse.DEFAULT;

  /**
   * An endpoint {@code sc://host:port/;token=...} that somebody else runs, used instead of a pooled
   * server; empty: the pool.
   */
  String remote() default "";

  /** Aborts the class, instead of failing it, when no server can be had. */
  boolean disabledWithoutServer() default false;
}
