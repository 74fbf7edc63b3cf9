package io.quipu.engine.live;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quipu.engine.time.LatencyBounds;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** What is measured of live counts. Shared by all instances of a process, safe on any thread. */
public final class LiveMeters {
  /** How a live connection is carried. */
  public enum Transport {
    WEBSOCKET,
    SSE
  }

  private final AtomicInteger sockets;
  private final AtomicInteger streams;
  private final AtomicInteger subscriptions = new AtomicInteger();
  private final AtomicInteger counters = new AtomicInteger();
  private final Counter pushes;
  private final Counter conflated;
  private final Timer refresh;
  private final Counter refreshFailures;
  private final Timer delay;

  public LiveMeters(MeterRegistry registry) {
    sockets = connections(Transport.WEBSOCKET, registry);
    streams = connections(Transport.SSE, registry);
    Gauge.builder("quipu.live.subscriptions", subscriptions, AtomicInteger::get)
        .description("Counters followed, summed over live connections")
        .register(registry);
    Gauge.builder("quipu.live.counters", counters, AtomicInteger::get)
        .description("Counters kept fresh for at least one subscription")
        .register(registry);
    pushes =
        Counter.builder("quipu.live.pushes")
            .description("Counts sent to live connections")
            .register(registry);
    conflated =
        Counter.builder("quipu.live.conflated")
            .description("Counts not sent because a later one replaced them")
            .register(registry);
    refresh =
        Timer.builder("quipu.live.refresh")
            .description("Reads that keep followed counters fresh")
            .serviceLevelObjectives(LatencyBounds.all())
            .register(registry);
    delay =
        Timer.builder("quipu.live.delay")
            .description("From the acknowledgement of a change by this process to its new count")
            .serviceLevelObjectives(LatencyBounds.all())
            .register(registry);
    refreshFailures =
        Counter.builder("quipu.live.refresh.failures")
            .description("Reads of followed counters that failed; they are repeated")
            .register(registry);
  }

  private static AtomicInteger connections(Transport transport, MeterRegistry registry) {
    AtomicInteger open = new AtomicInteger();
    Gauge.builder("quipu.live.connections", open, AtomicInteger::get)
        .description("Open live connections")
        .tag("transport", transport.name().toLowerCase(Locale.ROOT))
        .register(registry);
    return open;
  }

  public void connected(Transport transport) {
    open(transport).incrementAndGet();
  }

  public void disconnected(Transport transport) {
    open(transport).decrementAndGet();
  }

  private AtomicInteger open(Transport transport) {
    return transport == Transport.SSE ? streams : sockets;
  }

  /** More subscriptions, or fewer. */
  public void subscriptions(int more) {
    subscriptions.addAndGet(more);
  }

  /** More counters kept fresh, or fewer. */
  public void counters(int more) {
    counters.addAndGet(more);
  }

  public void pushed() {
    pushes.increment();
  }

  public void conflated() {
    conflated.increment();
  }

  public void refreshed(long nanos) {
    refresh.record(Duration.ofNanos(nanos));
  }

  /** A count is handed to connections, so long after this process acknowledged the change. */
  public void delayed(long nanos) {
    delay.record(Duration.ofNanos(nanos));
  }

  public void refreshFailed() {
    refreshFailures.increment();
  }
}
