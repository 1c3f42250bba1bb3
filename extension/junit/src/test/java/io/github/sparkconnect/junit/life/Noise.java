package io.github.sparkconnect.junit.life;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a verbose library does in a server; this class runs there. */
final class Noise {

  private static final Logger LOG = LoggerFactory.getLogger(Noise.class);
  private static final String LINE = "all work and no play ".repeat(50).substring(0, 1000);

  private Noise() {}

  static Long megabyte(Long number) {
    enableDebug();
    for (int i = 0; i < 1000; i++) {
      LOG.debug("{} {} {}", number, i, LINE);
    }
    return number;
  }

  /** By reflection, because the server's logging is not on the class path of tests. */
  private static void enableDebug() {
    try {
      Class<?> level = Class.forName("org.apache.logging.log4j.Level");
      Class.forName("org.apache.logging.log4j.core.config.Configurator")
          .getMethod("setLevel", String.class, level)
          .invoke(null, Noise.class.getName(), level.getField("DEBUG").get(null));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
