package io.quipu.engine.query;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quipu.ops.metrics.Meters;
import java.time.Duration;

/** Meters of reading. Shared by all query contexts. */
public final class QueryMeters {
  private final Timer latency;
  private final DistributionSummary tail;
  final Counter shared;
  final Counter unavailable;

  public QueryMeters(MeterRegistry registry) {
    Meters meters = new Meters(registry);
    latency =
        meters.timer("quipu.read.latency", "Reading a page and the tails of some of its counters");
    tail =
        meters.sizes("quipu.read.tail.rows", "Rows of these counters since the page was settled");
    shared =
        meters.counter(
            "quipu.reads.shared", "Reads answered by a slice that another read had asked for");
    unavailable =
        meters.counter("quipu.reads.unavailable", "Reads that found Cassandra short of a quorum");
  }

  public void read(Duration took, long tailRows) {
    latency.record(took);
    tail.record((double) tailRows);
  }
}
