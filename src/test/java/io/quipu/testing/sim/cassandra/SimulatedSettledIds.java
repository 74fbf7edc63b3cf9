package io.quipu.testing.sim.cassandra;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.IdPartition;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Settled ids over the simulated replicas: each is written, and looked up, by itself. */
public final class SimulatedSettledIds implements SettledIds {
  private final Driver driver;

  public SimulatedSettledIds(Driver driver) {
    this.driver = driver;
  }

  /** The place of a row in its partition. */
  private record RowKey(CounterName counter, String id, TimeuuidKey at)
      implements Comparable<RowKey>, OfCounter {
    @Override
    public CounterName ofCounter() {
      return counter;
    }

    @Override
    public int compareTo(RowKey other) {
      int order = counter.compareTo(other.counter);
      order = order != 0 ? order : id.compareTo(other.id);
      return order != 0 ? order : at.compareTo(other.at);
    }
  }

  @Override
  public CompletionStage<Void> find(IdPartition partition, Collection<CounterId> ids, Sink sink) {
    return driver.readEach(
        new LinkedHashSet<>(ids),
        id -> {
          RowKey from = new RowKey(id.counter(), id.id(), TimeuuidKey.boundary(EventTime.MIN));
          RowKey before = new RowKey(id.counter(), id.id() + '\0', from.at);
          return new Slice(partition, from, before, Integer.MAX_VALUE);
        },
        (id, rows) -> rows.values().forEach(row -> sink.counted(id.counter(), (CountedId) row)));
  }

  /** When the rows of a partition are written, in microseconds, whatever any clock says. */
  private static long writtenAt(IdPartition partition) {
    return partition.period() * 1_000_000;
  }

  @Override
  public CompletionStage<WriteOutcome> remember(IdPartition partition, List<Counted> ids) {
    return driver.writeEach(ids.stream().map(counted -> row(partition, counted)).toList());
  }

  private static Mutation row(IdPartition partition, Counted counted) {
    CountedId id = counted.id();
    RowKey key = new RowKey(counted.counter(), id.id(), new TimeuuidKey(id.at()));
    return Mutation.row(partition, key, id, writtenAt(partition));
  }

  @Override
  public CompletionStage<WriteOutcome> delete(IdPartition partition) {
    return driver.write(Mutation.deletePartition(partition, writtenAt(partition) + 1));
  }
}
