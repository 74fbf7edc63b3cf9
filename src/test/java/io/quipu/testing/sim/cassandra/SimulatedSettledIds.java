package io.quipu.testing.sim.cassandra;

import io.quipu.engine.state.RunPlace;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Runs of settled ids over the simulated replicas: the rows of a write are one mutation. */
public final class SimulatedSettledIds implements SettledIds {
  private static final long DELETION = 1_000_000;

  private final Driver driver;

  public SimulatedSettledIds(Driver driver) {
    this.driver = driver;
  }

  @Override
  public CompletionStage<Map<Integer, ByteBuffer>> read(
      RunPlace place, Collection<Integer> blocks) {
    if (blocks.isEmpty()) {
      return CompletableFuture.completedStage(Map.of());
    }
    return driver
        .read(Slice.only(place, new TreeSet<>(blocks)))
        .thenApply(
            found -> {
              Map<Integer, ByteBuffer> rows = new TreeMap<>();
              found.forEach((block, row) -> rows.put((Integer) block, (ByteBuffer) row));
              return rows;
            });
  }

  /** When the rows of a partition are written first, in microseconds, whatever any clock says. */
  private static long writtenAt(RunPlace place) {
    return place.period().start() * 1_000_000;
  }

  @Override
  public CompletionStage<WriteOutcome> write(
      RunPlace place, int erasures, SortedMap<Integer, ByteBuffer> rows) {
    return rows.isEmpty()
        ? CompletableFuture.completedStage(WriteOutcome.WRITTEN)
        : driver.write(Mutation.rows(place, rows, writtenAt(place) + erasures));
  }

  @Override
  public CompletionStage<WriteOutcome> delete(RunPlace place) {
    return driver.write(Mutation.deletePartition(place, writtenAt(place) + DELETION));
  }
}
