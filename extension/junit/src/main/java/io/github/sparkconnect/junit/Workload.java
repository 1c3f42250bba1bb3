package io.github.sparkconnect.junit;

/** What the tests make a server do, which decides the options of its JVM. */
enum Workload {

  /** Many small queries, seconds in all: code that starts fast beats code that runs fast. */
  SHORT,

  /** Computations of minutes: the JVM's own choices. */
  LONG
}
