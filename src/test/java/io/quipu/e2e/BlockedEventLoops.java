package io.quipu.e2e;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/** Every warning of Vert.x about an event loop that was blocked, from opening to closing. */
final class BlockedEventLoops implements AutoCloseable {
  /**
   * The longest that a task may keep an event loop. Tighter than this, a machine that is busy with
   * other things makes innocent tasks late.
   */
  static final Duration LIMIT = Duration.ofMillis(300);

  private static final Duration CHECK_INTERVAL = Duration.ofMillis(50);
  private static final String CHECKER = "io.vertx.core.impl.BlockedThreadChecker";

  private final Logger logger = (Logger) LoggerFactory.getLogger(CHECKER);
  private final Warnings warnings = new Warnings();

  BlockedEventLoops() {
    logger.setLevel(Level.WARN);
    warnings.setContext(logger.getLoggerContext());
    warnings.start();
    logger.addAppender(warnings);
    // told by whoever fails for it, not by the console as well
    logger.setAdditive(false);
  }

  /** Options that make Vert.x warn of every task over the limit, with its stack. */
  static VertxOptions strict() {
    return new VertxOptions()
        .setBlockedThreadCheckInterval(CHECK_INTERVAL.toMillis())
        .setBlockedThreadCheckIntervalUnit(TimeUnit.MILLISECONDS)
        .setMaxEventLoopExecuteTime(LIMIT.toMillis())
        .setMaxEventLoopExecuteTimeUnit(TimeUnit.MILLISECONDS)
        .setWarningExceptionTime(LIMIT.toMillis())
        .setWarningExceptionTimeUnit(TimeUnit.MILLISECONDS);
  }

  List<String> seen() {
    return List.copyOf(warnings.seen);
  }

  @Override
  public void close() {
    logger.detachAppender(warnings);
    logger.setAdditive(true);
  }

  private static final class Warnings extends AppenderBase<ILoggingEvent> {
    final List<String> seen = new CopyOnWriteArrayList<>();

    @Override
    protected void append(ILoggingEvent event) {
      String stack =
          event.getThrowableProxy() == null
              ? ""
              : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy());
      seen.add(event.getFormattedMessage() + stack);
    }
  }
}
