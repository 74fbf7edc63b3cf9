package io.quipu.testing.sim.cassandra;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.model.WindowPartition;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Closed windows over the simulated replicas. */
public final class SimulatedClosedWindows implements ClosedWindows {
  private final Driver driver;

  public SimulatedClosedWindows(Driver driver) {
    this.driver = driver;
  }

  /** The place of a row in its partition. */
  private record RowKey(CounterName counter, long start) implements Comparable<RowKey> {
    @Override
    public int compareTo(RowKey other) {
      int order = counter.compareTo(other.counter);
      return order != 0 ? order : Long.compare(start, other.start);
    }
  }

  @Override
  public CompletionStage<WriteOutcome> write(WindowPartition partition, List<Closed> windows) {
    Map<RowKey, Closed> rows = new TreeMap<>();
    for (Closed closed : windows) {
      rows.put(new RowKey(closed.counter(), closed.window().startSecond()), closed);
    }
    return driver.write(Mutation.rows(partition, rows, partition.period() * 1_000_000));
  }

  @Override
  public CompletionStage<Map<Window, Tally>> read(
      int page, CounterName counter, Window first, Window last) {
    RowKey from = new RowKey(counter, first.startSecond());
    RowKey before = new RowKey(counter, last.startSecond() + 1);
    Map<Window, Tally> all = new HashMap<>();
    return driver
        .readEach(
            from.compareTo(before) < 0 ? WindowPartition.of(page, first, last) : List.of(),
            partition -> new Slice(partition, from, before, Integer.MAX_VALUE),
            (partition, rows) ->
                rows.values().stream()
                    .map(Closed.class::cast)
                    .forEach(closed -> all.put(closed.window(), closed.tally())))
        .thenApply(read -> all);
  }
}
