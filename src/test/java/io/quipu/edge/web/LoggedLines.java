package io.quipu.edge.web;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Lines of one logger and those below it, from when this is made until it is closed. */
public final class LoggedLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final Logger logger;
  private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

  public LoggedLines(String name) {
    logger = (Logger) LoggerFactory.getLogger(name);
    start();
    logger.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    events.add(event);
  }

  /** The messages of a level and those above it. */
  public List<String> of(Level least) {
    return events.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(least))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Override
  public void close() {
    logger.detachAppender(this);
  }
}
