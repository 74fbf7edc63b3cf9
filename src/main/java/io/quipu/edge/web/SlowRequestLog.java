package io.quipu.edge.web;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells which requests took long, so that a slow bucket of the metrics leads to a request, and its
 * id to all that the log has of it. One line for each route and while: under load there would be
 * one for each request. Confined to the context of one server instance.
 */
final class SlowRequestLog {
  private static final Logger log = LoggerFactory.getLogger(SlowRequestLog.class);

  /** Longer than it usually takes until an event is settled. */
  static final Duration SLOW = Duration.ofSeconds(2);

  static final Duration PAUSE = Duration.ofSeconds(10);

  private final LongSupplier nanos;
  private final Map<HttpMeters.Route, Silence> silences = new HashMap<>();

  SlowRequestLog(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Writes a line if a request was slow, unless there was one about its route a moment ago. */
  void answered(String requestId, HttpMeters.Route route, int status, long tookNanos) {
    if (tookNanos >= SLOW.toNanos()) {
      slow(requestId, route, status, tookNanos / 1_000_000);
    }
  }

  private void slow(String requestId, HttpMeters.Route route, int status, long millis) {
    long now = nanos.getAsLong();
    Silence silence = silences.get(route);
    if (silence != null && now - silence.since < PAUSE.toNanos()) {
      silence.requests++;
      log.debug("Request {} took {} ms: {}, answered {}", requestId, millis, route, status);
      return;
    }
    silences.put(route, new Silence(now));
    log.info(
        "Request {} took {} ms: {}, answered {} ({} more since the last such line)",
        requestId,
        millis,
        route,
        status,
        silence == null ? 0 : silence.requests);
  }

  /** How many requests a line stands for besides its own. */
  private static final class Silence {
    final long since;
    long requests;

    Silence(long since) {
      this.since = since;
    }
  }
}
