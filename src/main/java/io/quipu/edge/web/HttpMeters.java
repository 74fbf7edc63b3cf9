package io.quipu.edge.web;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quipu.ops.metrics.Meters;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Meters of HTTP requests, for all server instances of a process. Safe on any thread. */
public final class HttpMeters {
  private final Meters meters;

  public HttpMeters(MeterRegistry registry) {
    this.meters = new Meters(registry);
  }

  /**
   * Makes the meters of one route.
   *
   * @param path the template of the path, because sent paths would make any number of meters
   */
  public Route route(String method, String path) {
    return new Route(method, path);
  }

  /** Makes the meters of requests without a route. */
  public Route unmatched() {
    return route("none", "none");
  }

  /** Measures the requests of one route. Confined to the context of one server instance. */
  public final class Route {
    private final String method;
    private final String path;
    private final Map<Integer, Timer> byStatus = new HashMap<>();

    private Route(String method, String path) {
      this.method = method;
      this.path = path;
    }

    public void answered(int status, long tookNanos) {
      byStatus.computeIfAbsent(status, this::timer).record(tookNanos, TimeUnit.NANOSECONDS);
    }

    /** The template of the path. */
    String path() {
      return path;
    }

    /** The method and the template of the path. */
    @Override
    public String toString() {
      return method + " " + path;
    }

    private Timer timer(int status) {
      return meters.timer(
          "quipu.http.requests",
          "From the head of a request to its answer",
          "method",
          method,
          "path",
          path,
          "status",
          Integer.toString(status));
    }
  }
}
