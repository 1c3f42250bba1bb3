package io.github.sparkconnect.junit;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.function.ThrowingConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attaches to the report of a failed test what its server logged while it ran: as a report entry,
 * as a file where JUnit has that (since 5.12), and as a line in the failure that says where.
 */
final class LogAttachment {

  static final String ENTRY = "sparkconnect.server.log";
  static final String FILE_ENTRY = "sparkconnect.server.log.file";

  private static final Logger LOG = LoggerFactory.getLogger(LogAttachment.class);

  /** Report entries end up on consoles; the file has all. */
  private static final int ENTRY_LINES = 50;

  private LogAttachment() {}

  /** Does nothing if the server logged nothing. */
  static void attach(
      Throwable failure, ServerLog log, ServerLog.Mark since, ExtensionContext context) {
    if (Arrays.stream(failure.getSuppressed()).anyMatch(ServerLogNote.class::isInstance)) {
      return;
    }
    List<String> lines = log.since(since);
    if (lines.isEmpty()) {
      return;
    }
    Path place = publish(lines, context).orElse(log.file());
    List<String> end = lines.subList(Math.max(0, lines.size() - ENTRY_LINES), lines.size());
    context.publishReportEntry(
        Map.of(ENTRY, String.join(System.lineSeparator(), end), FILE_ENTRY, place.toString()));
    failure.addSuppressed(
        new ServerLogNote(
            "The server's log while this test ran ("
                + lines.size()
                + (lines.size() == 1 ? " line" : " lines")
                + "): "
                + place));
  }

  /** By reflection: the method is younger than our floor, and its types have moved since. */
  private static Optional<Path> publish(List<String> lines, ExtensionContext context) {
    Optional<Method> method =
        Arrays.stream(ExtensionContext.class.getMethods())
            .filter(m -> m.getName().equals("publishFile") && m.getParameterCount() == 3)
            .min(Comparator.comparing(m -> m.isAnnotationPresent(Deprecated.class)));
    if (method.isEmpty()) {
      return Optional.empty();
    }
    AtomicReference<Path> written = new AtomicReference<>();
    ThrowingConsumer<Path> write = path -> written.set(Files.write(path, lines));
    try {
      Class<?> mediaType = method.get().getParameterTypes()[1];
      Object plainText = mediaType.getField("TEXT_PLAIN_UTF_8").get(null);
      method.get().invoke(context, "spark-connect-server.log", plainText, write);
    } catch (ReflectiveOperationException | RuntimeException e) {
      // A launcher without an output folder, for example: the log itself is where it was.
      LOG.debug("The server's log cannot be attached as a file", e);
    }
    return Optional.ofNullable(written.get());
  }
}
