package io.quipu.engine.checkpoint.collect;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.ops.metrics.Meters;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Meters of the collection of one process. */
public final class CollectionMeters {
  final Counter collected;
  final Counter failed;
  final Counter ended;
  final AtomicInteger deleting = new AtomicInteger();
  final AtomicInteger purging = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final Map<Integer, Integer> byPart = new ConcurrentHashMap<>();

  public CollectionMeters(MeterRegistry registry) {
    Meters meters = new Meters(registry);
    collected =
        meters.counter(
            "quipu.partitions.collected",
            "Event partitions that were deleted after their retention");
    ended =
        meters.counter(
            "quipu.window.partitions.deleted",
            "Periods of the windows of a page that were deleted, as their namespace keeps them no longer");
    failed =
        meters.counter(
            "quipu.collections.failed", "Steps of a collection that failed; they are repeated");
    meters.gauge("quipu.namespaces.deleting", "Namespaces that are being deleted", deleting);
    meters.gauge("quipu.counters.purging", "Counters that are being purged, up to 1,000", purging);
    meters.gauge(
        "quipu.partitions.due",
        "Event partitions that may go and are not yet deleted, in this process's parts",
        open);
  }

  /** Sets the number of partitions of a part that may be deleted and are not yet deleted. */
  public void open(int part, int partitions) {
    Integer before = partitions == 0 ? byPart.remove(part) : byPart.put(part, partitions);
    open.addAndGet(partitions - (before == null ? 0 : before));
  }
}
