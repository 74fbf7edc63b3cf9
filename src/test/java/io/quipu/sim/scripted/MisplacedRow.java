package io.quipu.sim.scripted;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.sim.fault.ForwardingEvents;
import io.quipu.store.Partition;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An event store that answers for one counter with the same row, whatever was asked for. */
public final class MisplacedRow extends ForwardingEvents {
  private final CounterName counter;
  private final EventTime at;

  public MisplacedRow(CounterName counter, EventTime at) {
    super(new ScriptedEventStore());
    this.counter = counter;
    this.at = at;
  }

  @Override
  public CompletionStage<List<Partition>> partitions(CounterName asked, EventTime from) {
    return asked.equals(counter)
        ? CompletableFuture.completedStage(
            List.of(new Partition(counter, Partition.bucketOf(at), 0)))
        : super.partitions(asked, from);
  }

  @Override
  public CompletionStage<Void> slice(
      Partition partition, EventTime from, EventTime before, int limit, RowSink sink) {
    sink.row(at.timeuuid(0, 1), 1, 1, null, 0);
    return CompletableFuture.completedStage(null);
  }
}
