package io.quipu.edge.web;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs slow requests. A slow bucket of the metrics leads to a line of this log, and the id in the
 * line leads to the other lines of the request. A route has at most one line in each pause, as
 * under load every request may be slow. Confined to the context of one server instance.
 */
final class SlowRequestLog {
  private static final Logger log = LoggerFactory.getLogger(SlowRequestLog.class);

  /** The least time of a slow request: longer than settling an event usually takes. */
  static final Duration SLOW = Duration.ofSeconds(2);

  static final Duration PAUSE = Duration.ofSeconds(10);

  private final LongSupplier nanos;
  private final Map<HttpMeters.Route, Silence> silences = new HashMap<>();

  SlowRequestLog(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Writes a line if a request was slow, unless its route had a line within the pause. */
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

  /** The time of the last line of a route, and the number of slow requests since that line. */
  private static final class Silence {
    final long since;
    long requests;

    Silence(long since) {
      this.since = since;
    }
  }
}
