package io.github.sparkconnect.junit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** What is logged as a warning or an error while this is open. */
final class Warnings implements AutoCloseable {

  private final Logger logger;
  private final Level former;
  private final Collector collector = new Collector();

  private Warnings(org.apache.logging.log4j.Logger source) {
    // What Spark's client brings as the implementation of SLF4J.
    logger = (Logger) source;
    former = logger.getLevel();
    collector.start();
    logger.addAppender(collector);
    if (!logger.isWarnEnabled()) {
      logger.setLevel(Level.WARN);
    }
  }

  static Warnings of(Class<?> source) {
    return new Warnings(LogManager.getLogger(source));
  }

  /** Those of all classes. */
  static Warnings ofAll() {
    return new Warnings(LogManager.getRootLogger());
  }

  List<String> messages() {
    return List.copyOf(collector.messages);
  }

  @Override
  public void close() {
    logger.removeAppender(collector);
    logger.setLevel(former);
    collector.stop();
  }

  private static final class Collector extends AbstractAppender {

    private final List<String> messages = new CopyOnWriteArrayList<>();

    Collector() {
      super("collector", null, null, true, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      if (event.getLevel().isMoreSpecificThan(Level.WARN)) {
        messages.add(event.getLoggerName() + ": " + event.getMessage().getFormattedMessage());
      }
    }
  }
}
