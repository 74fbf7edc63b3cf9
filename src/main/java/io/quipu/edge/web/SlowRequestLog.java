package io.quipu.edge.web;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the ids of slow requests. An operator who sees in the metrics that requests are slow can
 * find the id of such a request here, and with this id the other log lines of the request. Logs at
 * most one line at info level for a route every {@link #PAUSE}, because under load every request
 * may be slow. Other slow requests are logged at debug level. Confined to the context of one server
 * instance.
 */
final class SlowRequestLog {
  private static final Logger log = LoggerFactory.getLogger(SlowRequestLog.class);

  /**
   * A request that takes at least this time is slow. The limit is longer than the usual time to
   * settle an event, so a request that waits for settling is usually not logged.
   */
  static final Duration SLOW = Duration.ofSeconds(2);

  static final Duration PAUSE = Duration.ofSeconds(10);

  private final LongSupplier nanos;
  private final Map<HttpMeters.Route, Silence> silences = new HashMap<>();

  SlowRequestLog(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Logs the request if it was slow. */
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

  /** The time of the last info line of a route, and the number of slow requests since that line. */
  private static final class Silence {
    final long since;
    long requests;

    Silence(long since) {
      this.since = since;
    }
  }
}
