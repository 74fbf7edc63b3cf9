package io.quipu.ops.opentelemetry;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes OpenTelemetry's log to the log of the service, at most as warnings, because no function of
 * the service depends on the endpoint of the traces.
 */
final class SdkLog extends Handler {
  private static final Logger log = LoggerFactory.getLogger(OpenTelemetryTracing.class);

  /** A strong reference: the JVM could otherwise collect the logger together with its handler. */
  private static final java.util.logging.Logger SDK =
      java.util.logging.Logger.getLogger("io.opentelemetry");

  private final SimpleFormatter formatter = new SimpleFormatter();

  private SdkLog() {}

  /** Installs the handler once; further calls have no effect. */
  static synchronized void install() {
    for (Handler handler : SDK.getHandlers()) {
      if (handler instanceof SdkLog) {
        return;
      }
    }
    SDK.setUseParentHandlers(false);
    SDK.addHandler(new SdkLog());
  }

  @Override
  public void publish(LogRecord said) {
    Throwable why = said.getThrown();
    String line = formatter.formatMessage(said) + (why == null ? "" : " " + why);
    if (said.getLevel().intValue() >= Level.WARNING.intValue()) {
      log.warn("Traces: {}", line);
    } else {
      log.debug("Traces: {}", line);
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
