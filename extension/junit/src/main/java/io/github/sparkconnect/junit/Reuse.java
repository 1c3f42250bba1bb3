package io.github.sparkconnect.junit;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Whether a server goes back to the pool after a test class. */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum Reuse {

  /** Not set here: the configuration decides, and without it {@link #ALWAYS} holds. */
  DEFAULT,

  /** The server is cleaned and, if proved clean and healthy, given back. */
  ALWAYS,

  /** The server is retired after the class, whatever its state. */
  NEVER
}
