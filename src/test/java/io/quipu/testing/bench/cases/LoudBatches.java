package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.HttpText;
import java.util.function.Supplier;

/** Batches of events with ids, each id once, for counters of the namespace {@code loud}. */
final class LoudBatches implements Supplier<byte[]> {
  static final int EVENTS = 1_000;

  private static final int COUNTERS = 100;

  private final String run = Long.toString(System.nanoTime(), 36);
  private long next;

  @Override
  public byte[] get() {
    StringBuilder body = new StringBuilder("[");
    for (int i = 0; i < EVENTS; i++) {
      body.append(i == 0 ? "" : ",")
          .append("{\"namespace\":\"loud\",\"counter\":\"c")
          .append(next % COUNTERS)
          .append("\",\"id\":\"")
          .append(run)
          .append('-')
          .append(next++)
          .append("\"}");
    }
    return HttpText.post("/v1/events", "application/json", body.append(']'));
  }
}
