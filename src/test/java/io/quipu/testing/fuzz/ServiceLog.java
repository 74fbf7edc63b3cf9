package io.quipu.testing.fuzz;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Lines of level ERROR in the log of this JVM, and what says that there is a defect. */
final class ServiceLog implements AutoCloseable {
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Lines appender = new Lines();

  ServiceLog() {
    appender.setContext(root.getLoggerContext());
    appender.start();
    root.addAppender(appender);
  }

  List<String> defects() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    root.detachAppender(appender);
  }

  private final class Lines extends AppenderBase<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent event) {
      String message = event.getFormattedMessage();
      if (event.getLevel().isGreaterOrEqual(Level.ERROR) || message.contains("defect")) {
        lines.add(event.getLoggerName() + ": " + message);
      }
    }
  }
}
