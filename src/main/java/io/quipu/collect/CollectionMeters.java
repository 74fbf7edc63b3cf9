package io.quipu.collect;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/** Meters of collection. */
public final class CollectionMeters {
  private final Counter collected;
  private final Counter failed;
  private final AtomicInteger open = new AtomicInteger();

  public CollectionMeters(MeterRegistry registry) {
    collected =
        Counter.builder("quipu.buckets.collected")
            .description("Buckets whose rows were deleted after their retention")
            .register(registry);
    failed =
        Counter.builder("quipu.collections.failed")
            .description("Steps of a collection that failed; they are repeated")
            .register(registry);
    Gauge.builder("quipu.buckets.due", open, AtomicInteger::get)
        .description("Buckets that are due and not yet deleted, in this process's slots")
        .register(registry);
  }

  public void collected() {
    collected.increment();
  }

  public void failed() {
    failed.increment();
  }

  public void open(int buckets) {
    open.set(buckets);
  }
}
