package io.github.sparkconnect.junit;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** How long an injected {@code SparkSession} lives. */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum SessionScope {

  /** Not set here: the configuration decides, and without it {@link #PER_CLASS} holds. */
  DEFAULT,

  /** One session for the test class and its nested classes. */
  PER_CLASS,

  /**
   * A new session for each test method; constructors and before-all methods get the class's own.
   */
  PER_METHOD
}
