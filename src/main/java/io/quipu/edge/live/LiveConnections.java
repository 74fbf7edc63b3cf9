package io.quipu.edge.live;

import io.quipu.engine.live.LiveMeters;
import io.quipu.engine.live.LiveMeters.Transport;
import java.util.concurrent.atomic.AtomicInteger;

/** Limits the number of live connections of a process. Safe on any thread. */
final class LiveConnections {
  private final AtomicInteger open = new AtomicInteger();
  private final int limit;
  private final LiveMeters meters;

  LiveConnections(int limit, LiveMeters meters) {
    this.limit = limit;
    this.meters = meters;
  }

  /** Takes a place; false if no place is free. For each taken place, call {@link #leave} once. */
  boolean enter(Transport transport) {
    if (open.incrementAndGet() > limit) {
      open.decrementAndGet();
      return false;
    }
    meters.connected(transport);
    return true;
  }

  void leave(Transport transport) {
    open.decrementAndGet();
    meters.disconnected(transport);
  }
}
