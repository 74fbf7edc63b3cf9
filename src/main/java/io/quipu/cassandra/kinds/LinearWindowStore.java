package io.quipu.cassandra.kinds;

import io.quipu.cassandra.facts.CassandraClosedWindows;
import io.quipu.cassandra.facts.CassandraErasure;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.ClosedWindows.Closed;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/**
 * The closed windows of counters that are not on pages, in the table of those that are: each on the
 * page that its counter would have.
 */
final class LinearWindowStore {
  private static final int AT_ONCE = 3;

  private final ClosedWindows windows;
  private final Erasure erasure;
  private final Layout layout;

  LinearWindowStore(CassandraSession session, Context context) {
    this.windows = new CassandraClosedWindows(session, context);
    this.erasure = new CassandraErasure(session, context);
    this.layout = session.layout();
  }

  CompletionStage<WriteOutcome> write(CounterName counter, Map<Window, Tally> closed) {
    int page = layout.page(counter);
    Map<WindowPartition, List<Closed>> partitions = new TreeMap<>();
    closed.forEach(
        (window, tally) ->
            partitions
                .computeIfAbsent(Table.CLOSED.of(page, window), any -> new ArrayList<>())
                .add(new Closed(counter, window, tally)));
    return BoundedConcurrency.map(
            AT_ONCE,
            List.copyOf(partitions.entrySet()),
            some -> windows.write(some.getKey(), some.getValue()))
        .thenApply(outcomes -> outcomes.stream().reduce(WriteOutcome.WRITTEN, WriteOutcome::and));
  }

  CompletionStage<WriteOutcome> erase(WindowPartition partition, Extent extent) {
    return erasure.windows(partition, extent);
  }

  CompletionStage<Map<Window, Tally>> read(CounterName counter, Window first, Window last) {
    return windows.read(layout.page(counter), counter, first, last);
  }
}
