package io.quipu.testing.dev;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Collects the lines of the logger of one class while a test runs. */
public final class LoggedLines implements BeforeEachCallback, AfterEachCallback {
  /** The lines so far; a test may clear the list. */
  public final List<ILoggingEvent> list;

  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
  private final Logger logger;

  public LoggedLines(Class<?> of) {
    this.logger = (Logger) LoggerFactory.getLogger(of);
    this.list = appender.list;
  }

  @Override
  public void beforeEach(ExtensionContext test) {
    appender.start();
    logger.addAppender(appender);
  }

  @Override
  public void afterEach(ExtensionContext test) {
    logger.detachAppender(appender);
  }
}
