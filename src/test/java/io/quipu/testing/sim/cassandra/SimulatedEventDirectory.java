package io.quipu.testing.sim.cassandra;

import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventPartition;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/** The directory of event partitions over the simulated replicas. */
public final class SimulatedEventDirectory implements EventDirectory {
  /** Stands for an hour where hours are named. */
  private static final long HOURS = Long.MIN_VALUE;

  private final Driver driver;

  public SimulatedEventDirectory(Driver driver) {
    this.driver = driver;
  }

  /** Names the event partitions of a part and an hour, or the hours of a part. */
  private record Names(int part, long hour) {
    static Names of(EventPartition partition) {
      return new Names(partition.part(), partition.hour());
    }

    static Names of(Hour hour) {
      return new Names(hour.part(), HOURS);
    }
  }

  @Override
  public CompletionStage<WriteOutcome> name(EventPartition partition) {
    return name(partition, SimulatedEventLog.writtenAt(partition.bucket()));
  }

  /** The same at another timestamp than that of the bucket. */
  public CompletionStage<WriteOutcome> name(EventPartition partition, long timestamp) {
    return driver.write(Mutation.row(Names.of(partition), partition, true, timestamp));
  }

  @Override
  public CompletionStage<WriteOutcome> name(Hour hour) {
    return name(hour, SimulatedEventLog.writtenAt(hour.start()));
  }

  /** The same at another timestamp than that of the hour. */
  public CompletionStage<WriteOutcome> name(Hour hour, long timestamp) {
    return driver.write(Mutation.row(Names.of(hour), hour.last(), true, timestamp));
  }

  /** One query, and several reads: each at its own moment, by a quorum of its own. */
  @Override
  public CompletionStage<Listing> look(int part, Collection<Long> hours, long from) {
    Listing listing = new Listing(new TreeSet<>(), new TreeSet<>());
    EventPartition first = new EventPartition(Integer.MIN_VALUE, from, part);
    List<Long> asked = new ArrayList<>(List.of(HOURS));
    asked.addAll(hours);
    return driver
        .readEach(
            asked,
            hour -> new Slice(new Names(part, hour), first, null, Integer.MAX_VALUE),
            (hour, rows) -> {
              for (Comparable<?> row : rows.keySet()) {
                EventPartition found = (EventPartition) row;
                if (hour == HOURS) {
                  listing.hours().add(Hour.of(found));
                } else {
                  listing.partitions().add(found);
                }
              }
            })
        .thenApply(read -> listing);
  }

  @Override
  public CompletionStage<WriteOutcome> forget(EventPartition partition) {
    return driver.write(
        Mutation.deleteRow(
            Names.of(partition), partition, SimulatedEventLog.writtenAt(partition.bucket()) + 1));
  }

  @Override
  public CompletionStage<WriteOutcome> forget(Hour hour) {
    return driver.write(
        Mutation.deleteRow(
            Names.of(hour), hour.last(), SimulatedEventLog.writtenAt(hour.start()) + 1));
  }
}
