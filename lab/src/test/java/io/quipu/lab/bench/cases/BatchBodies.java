package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.load.SocketLoad;
import java.net.InetSocketAddress;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** NDJSON batches of events with ids that never come again, each to any of some counters. */
final class BatchBodies implements Supplier<byte[]> {
  static final int COUNTERS = 100;

  /** Of a batch of {@link #load}. */
  static final int EVENTS = 100;

  private final String start;
  private final int events;
  private final IntSupplier drawn;
  private final EventIds ids = new EventIds();

  /**
   * @param start of each event, up to the number of its counter
   * @param events in a batch
   */
  BatchBodies(String start, int events, int counters) {
    this.start = start;
    this.events = events;
    this.drawn = Posts.uniform(counters);
  }

  /** To counters of namespace {@code default}, so many batches in flight. */
  static SocketLoad load(InetSocketAddress server, int inFlight, String prefix) {
    return load(server, inFlight, prefix, COUNTERS);
  }

  /** The same, to so many counters. */
  static SocketLoad load(InetSocketAddress server, int inFlight, String prefix, int counters) {
    BatchBodies bodies = new BatchBodies("{\"counter\":\"" + prefix, EVENTS, counters);
    return SocketLoad.http(server, inFlight, bodies);
  }

  @Override
  public byte[] get() {
    StringBuilder body = new StringBuilder(events * 48);
    for (int i = 0; i < events; i++) {
      body.append(start).append(drawn.getAsInt());
      body.append("\",\"id\":\"").append(ids.get()).append("\"}\n");
    }
    return HttpText.post("/v1/events", "application/x-ndjson", body);
  }
}
