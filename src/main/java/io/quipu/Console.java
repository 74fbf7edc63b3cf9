package io.quipu;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.quipu.ops.config.Config;
import io.quipu.ops.logging.JsonLogEncoder;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;

/**
 * Prints lines whatever the log level is: that the process is ready, or why the process could not
 * start. If the log is JSON, each line is a log event in JSON, so that a log reader needs no second
 * format. Otherwise only the text is printed.
 */
final class Console {
  private final Config.Log format;

  Console(Config.Log format) {
    this.format = format;
  }

  /** Prints a line to standard output. */
  void say(String line) {
    print(System.out, Level.INFO, line);
  }

  /** Prints a line to standard error. */
  void complain(String line) {
    print(System.err, Level.ERROR, line);
  }

  private void print(PrintStream stream, Level level, String line) {
    if (format == Config.Log.TEXT) {
      stream.println(line);
      return;
    }
    Logger logger = (Logger) LoggerFactory.getLogger(Main.class);
    JsonLogEncoder encoder = new JsonLogEncoder();
    encoder.setContext(logger.getLoggerContext());
    encoder.start();
    LoggingEvent event =
        new LoggingEvent(Console.class.getName(), logger, level, "{}", null, new Object[] {line});
    stream.print(new String(encoder.encode(event), StandardCharsets.UTF_8));
    stream.flush();
  }
}
