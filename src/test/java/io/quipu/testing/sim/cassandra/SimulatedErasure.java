package io.quipu.testing.sim.cassandra;

import io.quipu.engine.ids.RunBlock;
import io.quipu.engine.ids.RunRows;
import io.quipu.engine.names.IdHash;
import io.quipu.engine.state.RunPlace;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.LogRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import io.quipu.testing.sim.cassandra.SimulatedClosedWindows.Place;
import io.quipu.testing.sim.cassandra.SimulatedCounterNames.Name;
import io.quipu.testing.sim.cassandra.SimulatedCounterNames.Names;
import io.quipu.testing.sim.cassandra.SimulatedPageStore.Page;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Deletions of all data of counters over the simulated replicas. */
public final class SimulatedErasure implements Erasure {
  static final long FOREVER = 1L << 52;

  private final Driver driver;
  private final int parts;

  /**
   * @param parts of the pages, over which names are spread
   */
  public SimulatedErasure(Driver driver, int parts) {
    this.driver = driver;
    this.parts = parts;
  }

  @Override
  public CompletionStage<Boolean> hasStates(int page, Extent extent) {
    Set<Erased> some = Erased.of(extent);
    return driver
        .read(new Slice(new Page(page), null, null, Integer.MAX_VALUE))
        .thenApply(
            rows ->
                rows.keySet().stream()
                    .map(row -> ((OfCounter) row).ofCounter())
                    .anyMatch(
                        counter ->
                            counter != null
                                && (some.contains(Erased.of(counter))
                                    || some.contains(Erased.all(counter.stored())))));
  }

  private CompletionStage<WriteOutcome> erase(Object key, Extent extent) {
    return driver.write(Mutation.erase(key, extent));
  }

  @Override
  public CompletionStage<WriteOutcome> states(int page, Extent extent) {
    return erase(new Page(page), extent);
  }

  @Override
  public CompletionStage<WriteOutcome> notes(int page, Extent extent) {
    return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
  }

  @Override
  public CompletionStage<WriteOutcome> windows(WindowPartition partition, Extent extent) {
    return erase(new Place(partition, extent.stored()), extent);
  }

  @Override
  public CompletionStage<WriteOutcome> rows(
      EventPartition partition, Collection<Integer> pages, Extent extent) {
    return erase(partition, extent);
  }

  @Override
  public CompletionStage<WriteOutcome> names(Extent extent) {
    List<Mutation> all = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      Names names = new Names(extent.stored(), part);
      if (extent.names() == null) {
        all.add(Mutation.deletePartition(names, FOREVER));
      } else {
        extent.names().forEach(one -> all.add(Mutation.deleteRow(names, new Name(one), FOREVER)));
      }
    }
    return driver.writeEach(all);
  }

  /**
   * What is left of a counter on all replicas together. An event that was not acknowledged may be
   * in a partition that nobody finds.
   *
   * @param seed of the layout
   * @param rows the acknowledged ones
   */
  public static List<String> left(
      Cluster cluster, long seed, String stored, String name, Set<UUID> rows) {
    IdHash hash = new IdHash(seed);
    List<String> left = new ArrayList<>();
    for (Class<?> kind :
        List.of(Page.class, Place.class, RunPlace.class, EventPartition.class, Names.class)) {
      for (Object key : cluster.keys(kind)) {
        cluster
            .merged(key)
            .live()
            .forEach(
                (row, value) -> {
                  if (isOf(key, row, value, stored, name, hash) && mayNotBe(value, rows)) {
                    left.add(key + " has " + value);
                  }
                });
      }
    }
    return left;
  }

  private static boolean mayNotBe(Object value, Set<UUID> rows) {
    return !(value instanceof LogRow row)
        || row.each().stream().anyMatch(one -> rows.contains(one.at()));
  }

  private static boolean isOf(
      Object key, Comparable<?> row, Object value, String stored, String name, IdHash hash) {
    if (key instanceof RunPlace) {
      long counter = hash.of(stored, name).counter();
      return !row.equals(RunRows.FILTER)
          && RunBlock.of((ByteBuffer) value).entries().stream()
              .anyMatch(entry -> entry.key().counter() == counter);
    }
    if (key instanceof Names names) {
      return names.namespace().equals(stored) && ((Name) row).text().equals(name);
    }
    return row instanceof OfCounter one
        && one.ofCounter() != null
        && Erased.of(one.ofCounter().whole()).equals(new Erased(stored, name));
  }
}
