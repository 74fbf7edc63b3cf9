package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.HttpText;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** NDJSON batches of events with ids that never come again. */
final class BatchBodies implements Supplier<byte[]> {
  static final int COUNTERS = 100;
  static final int EVENTS = 100;

  private final String counters;
  private final boolean mixed;
  private final IntSupplier drawn = Posts.uniform(COUNTERS);
  private final String run = Long.toString(System.nanoTime(), 36) + "-";
  private long ids;

  /**
   * @param counters what their names begin with
   * @param mixed whether each event of a batch goes to any counter, or all of it to one
   */
  BatchBodies(String counters, boolean mixed) {
    this.counters = counters;
    this.mixed = mixed;
  }

  @Override
  public byte[] get() {
    StringBuilder body = new StringBuilder(EVENTS * 48);
    int counter = drawn.getAsInt();
    for (int i = 0; i < EVENTS; i++) {
      body.append("{\"counter\":\"")
          .append(counters)
          .append(mixed ? drawn.getAsInt() : counter)
          .append("\",\"id\":\"")
          .append(run)
          .append(ids++)
          .append("\"}\n");
    }
    return HttpText.post("/v1/events", "application/x-ndjson", body);
  }
}
