package io.quipu.engine.live;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quipu.ops.metrics.Meters;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The meters of live counts. Shared by all instances of a process, safe on any thread. */
public final class LiveMeters {
  /** The protocol of a live connection. */
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
  final Counter refreshFailures;
  private final Timer delay;

  public LiveMeters(MeterRegistry registry) {
    Meters meters = new Meters(registry);
    sockets = connections(Transport.WEBSOCKET, meters);
    streams = connections(Transport.SSE, meters);
    meters.gauge(
        "quipu.live.subscriptions",
        "Counters followed, summed over live connections",
        subscriptions);
    meters.gauge(
        "quipu.live.counters", "Counters kept fresh for at least one subscription", counters);
    pushes = meters.counter("quipu.live.pushes", "Counts sent to live connections");
    conflated =
        meters.counter("quipu.live.conflated", "Counts not sent because a later one replaced them");
    refresh = meters.timer("quipu.live.refresh", "Reads that keep followed counters fresh");
    delay =
        meters.timer(
            "quipu.live.delay",
            "From the acknowledgement of a change by this process to its new count");
    refreshFailures =
        meters.counter(
            "quipu.live.refresh.failures",
            "Reads of followed counters that failed; they are repeated");
  }

  private static AtomicInteger connections(Transport transport, Meters meters) {
    AtomicInteger open = new AtomicInteger();
    meters.gauge(
        "quipu.live.connections",
        "Open live connections",
        open,
        "transport",
        Meters.label(transport));
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

  /** Adds {@code more}, which may be negative, to the number of subscriptions. */
  public void subscriptions(int more) {
    subscriptions.addAndGet(more);
  }

  /** Adds {@code more}, which may be negative, to the number of counters that are kept fresh. */
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

  /**
   * Records the time from the first hint of a change until the end of the read of the new count.
   * The hint comes from this process, or from the look for changes of resting counters.
   */
  public void delayed(long nanos) {
    delay.record(Duration.ofNanos(nanos));
  }
}
