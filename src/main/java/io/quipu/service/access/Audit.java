package io.quipu.service.access;

import io.quipu.engine.model.CounterName;
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
 * One line for each change that is not an event: who, what, to what, before and after, in which
 * request; and for each denial, as long as there are not too many. Its logger is {@code
 * quipu.audit}; the values are fields of their own.
 */
public final class Audit {
  static final String NAME = "quipu.audit";

  private static final Logger log = LoggerFactory.getLogger(NAME);

  /** The name of a caller who was not asked who they are. */
  private static final String ANYONE = "-";

  /** Most denials a second that get a line: a stranger could fill the disk otherwise. */
  private static final int MOST_DENIALS = 10;

  private static final TokenBucket denials = bucket();

  /** Of those who are known: no stranger can drown out what a stolen key tries. */
  private static final TokenBucket denialsOfKnown = bucket();

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
   * Notes that somebody was denied something, as long as there are not too many such lines.
   *
   * @param line says where, and in which request
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
   * Notes that somebody was denied something on a connection.
   *
   * @param connection its id, or that of the request that opened it
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
   * Notes that a counter was reset by a command on a connection.
   *
   * @param connection that it was asked for on
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
