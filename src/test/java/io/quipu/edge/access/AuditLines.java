package io.quipu.edge.access;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What the audit says, from when this is made until it is closed. */
public final class AuditLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final Logger logger = (Logger) LoggerFactory.getLogger("quipu.audit");
  private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

  public AuditLines() {
    setContext(logger.getLoggerContext());
    start();
    logger.setLevel(Level.INFO);
    logger.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    events.add(event);
  }

  public long count(String message) {
    return events.stream().filter(event -> event.getFormattedMessage().equals(message)).count();
  }

  /** The fields of the first line of a message about what a key has done. */
  public Map<String, String> line(String message, String key) {
    List<Map<String, String>> found =
        events.stream()
            .filter(event -> event.getFormattedMessage().equals(message))
            .map(AuditLines::fields)
            .filter(fields -> key.equals(fields.get("key")))
            .toList();
    assertThat(found).as(message + " in " + text()).isNotEmpty();
    return found.get(0);
  }

  private static Map<String, String> fields(ILoggingEvent event) {
    Map<String, String> fields = new HashMap<>();
    event.getKeyValuePairs().forEach(pair -> fields.put(pair.key, String.valueOf(pair.value)));
    return fields;
  }

  public String text() {
    return events.stream()
        .map(event -> event.getFormattedMessage() + " " + event.getKeyValuePairs())
        .toList()
        .toString();
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    logger.setLevel(null);
    stop();
  }
}
