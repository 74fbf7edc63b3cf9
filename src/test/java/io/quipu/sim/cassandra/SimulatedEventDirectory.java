package io.quipu.sim.cassandra;

import io.quipu.page.EventPartition;
import io.quipu.sim.cassandra.PlainRead.Slice;
import io.quipu.store.EventDirectory;
import io.quipu.store.WriteOutcome;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The directory of event partitions over the simulated replicas. */
public final class SimulatedEventDirectory implements EventDirectory {
  private final Driver driver;

  public SimulatedEventDirectory(Driver driver) {
    this.driver = driver;
  }

  /** Names the hours of a part. */
  record Hours(int part) {}

  /** Names the event partitions of a part and an hour. */
  record Partitions(int part, long hour) {
    static Partitions of(EventPartition partition) {
      return new Partitions(partition.part(), partition.hour());
    }
  }

  /** A name in its partition. */
  private record Name(long start, int retention) implements Comparable<Name> {
    static Name of(EventPartition partition) {
      return new Name(partition.bucket(), partition.retention());
    }

    static Name of(Hour hour) {
      return new Name(hour.start(), hour.retention());
    }

    static Name from(long start) {
      return new Name(start, Integer.MIN_VALUE);
    }

    @Override
    public int compareTo(Name other) {
      int order = Long.compare(start, other.start);
      return order != 0 ? order : Integer.compare(retention, other.retention);
    }
  }

  @Override
  public CompletionStage<WriteOutcome> name(EventPartition partition) {
    return name(partition, SimulatedEventLog.writtenAt(partition.bucket()));
  }

  /** The same at another timestamp than that of the bucket. */
  public CompletionStage<WriteOutcome> name(EventPartition partition, long timestamp) {
    return driver.write(
        Mutation.row(Partitions.of(partition), Name.of(partition), partition, timestamp));
  }

  @Override
  public CompletionStage<WriteOutcome> name(Hour hour) {
    return name(hour, SimulatedEventLog.writtenAt(hour.start()));
  }

  /** The same at another timestamp than that of the hour. */
  public CompletionStage<WriteOutcome> name(Hour hour, long timestamp) {
    return driver.write(Mutation.row(new Hours(hour.part()), Name.of(hour), hour, timestamp));
  }

  @Override
  public CompletionStage<List<Hour>> hours(int part, long from) {
    return driver
        .read(new Slice(new Hours(part), Name.from(from), null, Integer.MAX_VALUE))
        .thenApply(rows -> rows.values().stream().map(Hour.class::cast).toList());
  }

  @Override
  public CompletionStage<List<EventPartition>> partitions(int part, long hour, long from) {
    return driver
        .read(new Slice(new Partitions(part, hour), Name.from(from), null, Integer.MAX_VALUE))
        .thenApply(rows -> rows.values().stream().map(EventPartition.class::cast).toList());
  }

  @Override
  public CompletionStage<WriteOutcome> forget(EventPartition partition) {
    return driver.write(
        Mutation.deleteRow(
            Partitions.of(partition),
            Name.of(partition),
            SimulatedEventLog.writtenAt(partition.bucket()) + 1));
  }

  @Override
  public CompletionStage<WriteOutcome> forget(Hour hour) {
    return driver.write(
        Mutation.deleteRow(
            new Hours(hour.part()), Name.of(hour), SimulatedEventLog.writtenAt(hour.start()) + 1));
  }
}
