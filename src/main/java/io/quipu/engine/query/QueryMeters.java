package io.quipu.engine.query;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quipu.engine.time.LatencyBounds;
import java.time.Duration;

/** Meters of reading. Shared by all query contexts. */
public final class QueryMeters {
  private final Timer latency;
  private final DistributionSummary tail;
  private final Counter shared;
  private final Counter unavailable;

  public QueryMeters(MeterRegistry registry) {
    latency =
        Timer.builder("quipu.read.latency")
            .description("Reading a page and the tails of some of its counters")
            .serviceLevelObjectives(LatencyBounds.all())
            .register(registry);
    tail =
        DistributionSummary.builder("quipu.read.tail.rows")
            .description("Rows of these counters since the page was settled")
            .serviceLevelObjectives(1, 10, 100, 1_000, 10_000)
            .register(registry);
    shared =
        Counter.builder("quipu.reads.shared")
            .description("Reads answered by a slice that another read had asked for")
            .register(registry);
    unavailable =
        Counter.builder("quipu.reads.unavailable")
            .description("Reads that found Cassandra short of a quorum")
            .register(registry);
  }

  public void read(Duration took, long tailRows) {
    latency.record(took);
    tail.record((double) tailRows);
  }

  public void shared() {
    shared.increment();
  }

  public void unavailable() {
    unavailable.increment();
  }
}
