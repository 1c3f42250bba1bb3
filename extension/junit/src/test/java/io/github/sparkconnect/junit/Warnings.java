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
  private final Collector collector;

  private Warnings(org.apache.logging.log4j.Logger source, Level least) {
    // What Spark's client brings as the implementation of SLF4J.
    logger = (Logger) source;
    former = logger.getLevel();
    collector = new Collector(least);
    collector.start();
    logger.addAppender(collector);
    if (!logger.isEnabled(least)) {
      logger.setLevel(least);
    }
  }

  static Warnings of(Class<?> source) {
    return new Warnings(LogManager.getLogger(source), Level.WARN);
  }

  /** Also what is only information. */
  static Warnings andInformationOf(Class<?> source) {
    return new Warnings(LogManager.getLogger(source), Level.INFO);
  }

  /** Those of all classes. */
  static Warnings ofAll() {
    return new Warnings(LogManager.getRootLogger(), Level.WARN);
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

    private final Level least;

    Collector(Level least) {
      super("collector", null, null, true, Property.EMPTY_ARRAY);
      this.least = least;
    }

    @Override
    public void append(LogEvent event) {
      if (event.getLevel().isMoreSpecificThan(least)) {
        messages.add(event.getLoggerName() + ": " + event.getMessage().getFormattedMessage());
      }
    }
  }
}
