package io.github.sparkconnect.member;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.OutputStreamAppender;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.layout.PatternLayout;

/**
 * Sends everything that this process says to one bounded file.
 *
 * <p>Log4j's own file appender is not used, because it reads its file name as a pattern and would
 * take a folder called {@code %41} or <code>${x}</code> for one.
 */
final class MemberLog {

  private static final long LIMIT = 10L << 20;
  private static final int ROLLED = 2;
  private static final String PATTERN = "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5p %c{1.} [%t]: %m%n%xEx";

  private static final String OURS = "io.github.sparkconnect";

  /** Loggers that say the same thing at each start and never anything that helps a test. */
  private static final Map<String, Level> QUIET =
      Map.of(OURS, Level.INFO, "org.apache.hadoop.util.NativeCodeLoader", Level.ERROR);

  private MemberLog() {}

  /** Redirects {@code System.out}, {@code System.err} and Log4j to {@code file}, for good. */
  static void start(Path file) throws IOException {
    RolledLog sink = new RolledLog(file, LIMIT, ROLLED);
    PrintStream stream = new PrintStream(sink, true, StandardCharsets.UTF_8);
    System.setOut(stream);
    System.setErr(stream);
    // Without this, a failure to log would be reported on the console of the terminal that
    // happened to start the member.
    Configurator.reconfigure(new ToOneFile(LoggerContext.getContext(false), sink));
  }

  /** Returns each configured logger's level, by name; the root logger's name is empty. */
  static Map<String, Level> levels() {
    Map<String, Level> levels = new TreeMap<>();
    Configuration configuration = LoggerContext.getContext(false).getConfiguration();
    configuration.getLoggers().forEach((name, logger) -> levels.put(name, logger.getLevel()));
    levels.put(LogManager.ROOT_LOGGER_NAME, configuration.getRootLogger().getLevel());
    return levels;
  }

  /** Makes {@link #levels} return {@code levels} again. */
  static void restore(Map<String, Level> levels) {
    LoggerContext context = LoggerContext.getContext(false);
    Configuration configuration = context.getConfiguration();
    for (String name : Changes.between(levels, levels())) {
      Level level = levels.get(name);
      if (name.equals(LogManager.ROOT_LOGGER_NAME)) {
        configuration.getRootLogger().setLevel(level);
      } else {
        configuration.removeLogger(name);
        if (level != null) {
          configuration.addLogger(name, new LoggerConfig(name, level, true));
        }
      }
    }
    context.updateLoggers();
  }

  /** Leaves only this product's own lines, for good: a Spark that is being stopped complains. */
  static void silenceOthers() {
    LoggerContext context = LoggerContext.getContext(false);
    context
        .getConfiguration()
        .getLoggers()
        .forEach(
            (name, logger) -> {
              if (!name.startsWith(OURS)) {
                logger.setLevel(Level.OFF);
              }
            });
    context.updateLoggers();
  }

  private static final class ToOneFile extends AbstractConfiguration {

    private final RolledLog sink;

    ToOneFile(LoggerContext context, RolledLog sink) {
      super(context, ConfigurationSource.NULL_SOURCE);
      this.sink = sink;
      // The way out writes log lines, too.
      isShutdownHookEnabled = false;
    }

    @Override
    protected void doConfigure() {
      PatternLayout layout =
          PatternLayout.newBuilder().withConfiguration(this).withPattern(PATTERN).build();
      OutputStreamAppender appender =
          OutputStreamAppender.createAppender(layout, null, sink, "member", false, true);
      appender.start();
      addAppender(appender);
      getRootLogger().addAppender(appender, null, null);
      getRootLogger().setLevel(Level.WARN);
      QUIET.forEach((name, level) -> addLogger(name, new LoggerConfig(name, level, true)));
    }
  }
}
