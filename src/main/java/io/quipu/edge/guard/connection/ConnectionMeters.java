package io.quipu.edge.guard.connection;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.ops.metrics.Meters;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Meters of the connections to one port, and log lines about refused connections: at most one line
 * every ten seconds, because anybody can cause refused connections. Safe on any thread.
 */
public final class ConnectionMeters {
  private static final Logger log = LoggerFactory.getLogger(ConnectionMeters.class);
  private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();

  private final Meters meters;
  private final Port port;
  private final Map<Bound, Counter> refused;
  private final Map<Cut, Counter> cut;
  private final Counter handshakesFailed;
  private final AtomicLong lastLine = new AtomicLong(System.nanoTime() - 2 * PAUSE_NANOS);
  private final AtomicLong unsaid = new AtomicLong();

  /** The ports that connections are made to. */
  public enum Port {
    /** The port of the API. */
    PUBLIC("QUIPU_HTTP_CONNECTIONS"),
    /** The port of health and metrics, if they have a port of their own. */
    MANAGEMENT("the most there may be"),
    /** The port of Redis clients. */
    RESP("QUIPU_RESP_CONNECTIONS");

    /** The words that name the limit of this port. */
    private final String limit;

    Port(String limit) {
      this.limit = limit;
    }

    private String limit(Bound bound) {
      return this == MANAGEMENT ? limit : limit + bound.ending;
    }
  }

  /** The bound that closed a new connection. */
  enum Bound {
    TOTAL(""),
    ADDRESS("_PER_ADDRESS");

    /** The ending of the variable that sets the bound. */
    private final String ending;

    Bound(String ending) {
      this.ending = ending;
    }
  }

  /** The reason to close an open connection. */
  enum Cut {
    /** The TLS handshake took too long. */
    SLOW_HANDSHAKE,
    /** The head of a request took too long. */
    SLOW_HEAD,
    /** No byte of the first request came in time. */
    SILENT,
    /** The client took an answer too slowly, or too many bytes waited on the event loop. */
    SLOW_READER
  }

  /** Meters of connections to the public port. */
  public ConnectionMeters(MeterRegistry registry) {
    this(registry, Port.PUBLIC);
  }

  public ConnectionMeters(MeterRegistry registry, Port port) {
    this.meters = new Meters(registry);
    this.port = port;
    refused =
        meters.counters(
            "quipu.http.connections.refused",
            "Connections closed as they came, by the bound that was reached",
            "bound",
            Bound.class,
            "port",
            Meters.label(port));
    cut =
        meters.counters(
            "quipu.http.connections.cut",
            "Connections closed under a client that was too slow",
            "reason",
            Cut.class,
            "port",
            Meters.label(port));
    handshakesFailed =
        meters.counter(
            "quipu.http.handshakes.failed",
            "Connections on which client and service did not agree on TLS");
  }

  void handshakeFailed() {
    handshakesFailed.increment();
  }

  void open(AtomicInteger count) {
    meters.gauge(
        "quipu.http.connections",
        "Open connections, live ones included",
        count,
        "port",
        Meters.label(port));
  }

  void refused(Bound bound, int limit) {
    Objects.requireNonNull(refused.get(bound)).increment();
    long now = System.nanoTime();
    long last = lastLine.get();
    if (now - last < PAUSE_NANOS || !lastLine.compareAndSet(last, now)) {
      unsaid.incrementAndGet();
      return;
    }
    log.warn(
        "A new connection to the {} port was closed at once: {} are open, which is {} ({} more"
            + " since the last such line)",
        Meters.label(port),
        limit,
        port.limit(bound),
        unsaid.getAndSet(0));
  }

  void cut(Cut reason) {
    Objects.requireNonNull(cut.get(reason)).increment();
  }
}
