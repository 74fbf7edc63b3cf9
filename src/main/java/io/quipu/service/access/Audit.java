package io.quipu.service.access;

import io.quipu.engine.names.CounterName;
import io.quipu.service.auth.Caller;
import io.quipu.service.rates.TokenBucket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The audit log. Each reset, each recount, and each change of a namespace or key gets a line: who
 * did what, to which object, and in which request or on which connection. The line of a namespace
 * also has the versions of the settings before and after, and the line of a new key has the
 * description of the key. Each denial gets a line, up to a bound. The logger is {@code
 * quipu.audit}; each value is a separate field.
 */
public final class Audit {
  static final String NAME = "quipu.audit";

  private static final Logger log = LoggerFactory.getLogger(NAME);

  /** The name of a caller without a key or token. */
  private static final String ANYONE = "-";

  /** The maximum of denials a second per bucket that get a line; more could fill the disk. */
  private static final int MOST_DENIALS = 10;

  private static final TokenBucket denials = bucket();

  /** A bucket for known callers only, so that strangers cannot use up its lines. */
  private static final TokenBucket denialsOfKnown = bucket();

  /** The denials without a line since the last line about a denial. */
  private static final AtomicLong unsaid = new AtomicLong();

  private Audit() {}

  private static TokenBucket bucket() {
    return new TokenBucket(MOST_DENIALS, Duration.ofSeconds(1), System.nanoTime());
  }

  /** Begins a line about a caller. */
  public static LoggingEventBuilder line(Caller caller) {
    return log.atInfo().addKeyValue("key", key(caller));
  }

  /**
   * Writes a line about a denial, or only counts the denial if there are too many such lines.
   *
   * @param line a begun line, with the path or connection and the request
   */
  public static void denied(Caller caller, LoggingEventBuilder line, int status, String detail) {
    if (mayBeSaid(caller)) {
      line.addKeyValue("status", status)
          .addKeyValue("detail", detail)
          .addKeyValue("unsaid", unsaid.getAndSet(0))
          .log("denied");
    }
  }

  /**
   * Writes a line about a denial on a connection, up to the same bound.
   *
   * @param connection the id of the connection, or the id of the request that opened the connection
   */
  public static void denied(Caller caller, String connection, int status, String detail) {
    denied(caller, line(caller).addKeyValue("request", connection), status, detail);
  }

  private static boolean mayBeSaid(Caller caller) {
    TokenBucket bucket = caller.id().isEmpty() ? denials : denialsOfKnown;
    boolean room = bucket.take(1, System.nanoTime()) == 0;
    if (!room) {
      unsaid.incrementAndGet();
    }
    return room;
  }

  /**
   * Writes a line about a counter that a command reset, or may have reset.
   *
   * @param connection the id of the connection on which the command arrived
   * @param outcome the time of the reset, or {@code unknown}
   */
  public static void reset(
      Caller caller, String connection, String command, CounterName counter, String outcome) {
    line(caller)
        .addKeyValue("method", command)
        .addKeyValue("namespace", counter.namespace())
        .addKeyValue("counter", URLEncoder.encode(counter.name(), StandardCharsets.UTF_8))
        .addKeyValue("request", connection)
        .addKeyValue("at", outcome)
        .log("counter reset");
  }

  static String key(Caller caller) {
    return caller.id().isEmpty() ? ANYONE : caller.id();
  }
}
