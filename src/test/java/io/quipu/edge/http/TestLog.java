package io.quipu.edge.http;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What one class logs meanwhile. */
final class TestLog implements AutoCloseable {
  private final Logger logger;
  private final Kept kept = new Kept();

  TestLog(Class<?> logging) {
    logger = (Logger) LoggerFactory.getLogger(logging);
    kept.start();
    logger.addAppender(kept);
  }

  List<String> warnings() {
    return kept.events.stream()
        .filter(event -> event.getLevel() == Level.WARN)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Override
  public void close() {
    logger.detachAppender(kept);
  }

  private static final class Kept extends AppenderBase<ILoggingEvent> {
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

    @Override
    protected void append(ILoggingEvent event) {
      events.add(event);
    }
  }
}
