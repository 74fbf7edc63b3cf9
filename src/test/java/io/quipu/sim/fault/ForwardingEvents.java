package io.quipu.sim.fault;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.PartitionRows;
import io.quipu.store.WriteOutcome;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** An event store that does what another does, for those that spoil a part of it. */
public class ForwardingEvents implements EventStore {
  final EventStore real;

  protected ForwardingEvents(EventStore real) {
    this.real = real;
  }

  @Override
  public CompletionStage<WriteOutcome> append(List<PartitionRows> parts) {
    return real.append(parts);
  }

  @Override
  public CompletionStage<WriteOutcome> announce(Partition partition) {
    return real.announce(partition);
  }

  @Override
  public CompletionStage<List<Partition>> partitions(CounterName counter, EventTime from) {
    return real.partitions(counter, from);
  }

  @Override
  public CompletionStage<Void> slice(
      Partition partition, EventTime from, EventTime before, int limit, RowSink sink) {
    return real.slice(partition, from, before, limit, sink);
  }

  @Override
  public CompletionStage<WriteOutcome> delete(Partition partition) {
    return real.delete(partition);
  }
}
