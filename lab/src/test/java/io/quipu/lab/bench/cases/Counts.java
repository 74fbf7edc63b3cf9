package io.quipu.lab.bench.cases;

import static java.util.stream.Collectors.joining;

import io.quipu.engine.time.BoundedConcurrency;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** The counts of counters of namespace {@code default}, read as any client reads them. */
final class Counts {
  /** The contract allows no more in one request. */
  private static final int AT_ONCE = 1_000;

  private final Api api;

  Counts(InetSocketAddress quipu) {
    api = new Api(quipu);
  }

  /**
   * Reads all of them, one request after the other.
   *
   * @throws IOException if one of them cannot be read now
   */
  Sum sum(List<String> counters) throws IOException, InterruptedException {
    Sum sum = Sum.NOTHING;
    for (List<String> some : BoundedConcurrency.chunks(counters, AT_ONCE)) {
      sum = sum.plus(Sum.of(api.post("/v1/counts", body(some)), some.size()));
    }
    return sum;
  }

  /** Asks for the counts of these counters. */
  static String body(List<String> counters) {
    return counters.stream()
        .map(counter -> "{\"counter\":\"" + counter + "\"}")
        .collect(joining(",", "{\"counters\":[", "]}"));
  }
}
