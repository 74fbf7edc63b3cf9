package io.quipu.testing.e2e;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;

/**
 * Warnings of Vert.x about an event loop that was blocked, from opening to closing: of one that
 * waited for something, or that was busy for so long that no machine is to blame. A task that is
 * late in the middle of a computation may be the work of whoever else uses the processors.
 */
final class BlockedEventLoops implements AutoCloseable {
  /** For how long a task may keep an event loop before it is looked at. */
  private static final Duration LIMIT = Duration.ofMillis(300);

  /** For how long a task may compute. */
  private static final Duration BUSY = Duration.ofSeconds(3);

  private static final Pattern FOR = Pattern.compile("has been blocked for (\\d+) ms");

  /** What a thread that waits, or reads or writes and waits for that, is found in. */
  private static final Pattern WAITING =
      Pattern.compile(
          "^[^\\n]*\\n\\s+at [^\\n]*"
              + "(Unsafe\\.park|Object\\.wait|Thread\\.sleep|FileDispatcherImpl"
              + "|Net\\.(poll|connect|accept)|NioSocketImpl|ProcessImpl)");

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

  private static boolean isLong(String message) {
    Matcher blocked = FOR.matcher(message);
    return !blocked.find() || Long.parseLong(blocked.group(1)) >= BUSY.toMillis();
  }

  private static final class Warnings extends AppenderBase<ILoggingEvent> {
    final List<String> seen = new CopyOnWriteArrayList<>();

    @Override
    protected void append(ILoggingEvent event) {
      String stack =
          event.getThrowableProxy() == null
              ? ""
              : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy());
      String message = event.getFormattedMessage();
      if (WAITING.matcher(stack.strip()).find() || isLong(message)) {
        seen.add(message + stack);
      }
    }
  }
}
