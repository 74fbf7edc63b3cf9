package io.quipu.engine.checkpoint;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.checkpoint.dedup.Deduplication;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.NamedPartitions;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.Site;
import io.quipu.engine.store.StoresFixture;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Settlers of one page. */
abstract class SettlerFixture extends StoresFixture {
  /** How many states a settler remembers. */
  private static final int COUNTERS = 1_000;

  final CounterName neighbour = TestLayout.counter(stores.layout, page, "n");
  final RowShare share = new RowShare(1_000_000);
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final CheckpointMeters meters = new CheckpointMeters(registry);
  StepBounds bounds = StepBounds.USUAL;
  final Map<Integer, EventTime> passed = new TreeMap<>();

  /** Puts a row with an id that is remembered for a minute. */
  void put(long second, long delta, String id) {
    put(second, delta, id, 60);
  }

  /** Puts many rows of one event within a second, and their partition once. */
  void putMany(long second, int rows) {
    putMany(A, second, rows);
  }

  /** Puts many rows of a counter of the page. */
  void putMany(CounterName counter, long second, int rows) {
    List<EventRow> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      all.add(new EventRow(second(second).plusTicks(i).timeuuid(0, 1), 1, 1, null));
    }
    stores.directory.nameNow(partition(second));
    stores.events.put(partition(second), List.of(new EventLog.CounterRows(page, counter, all)));
  }

  PageHeader header() {
    return stores.pages.header(page);
  }

  CounterState stored() {
    return stores.pages.stored(page, A);
  }

  /** Settlers of pages, with a share of the rows. */
  PageSettler.Dependencies shared(EventLog events, RowShare rows, int rowsToBegin) {
    return new PageSettler.Dependencies(
        new Site(
            new CounterStores(
                stores.pages,
                stores.directory,
                events,
                stores.ids,
                stores.filters,
                stores.windows,
                stores.names,
                stores.pages.slices()),
            stores.layout,
            time,
            time),
        new Deduplication(stores.layout, stores.all()),
        COUNTERS,
        rows.on(time),
        rowsToBegin,
        bounds,
        IdMerging.turns(),
        passed::put,
        meters);
  }

  PageSettler settler(PageSettler.Dependencies shared) {
    return new PageSettler(page, shared);
  }

  /** A settler that knows only what is stored. */
  PageSettler settler() {
    return settler(shared(stores.events, share, 10_000));
  }

  List<EventPartition> due(EventTime horizon) {
    return List.copyOf(
        Done.value(new NamedPartitions(stores.directory, part).next(start, horizon)).partitions());
  }

  /** Begins to settle; no time passes. */
  CompletionStage<PageSettler.Outcome> begin(PageSettler settler, long second) {
    return settler.settle(second(second), due(second(second)), false);
  }

  /** Settles as the service does, however long it takes. */
  PageSettler.Outcome settle(PageSettler settler, long second) {
    Done.value(settler.prepare());
    CompletionStage<PageSettler.Outcome> outcome = begin(settler, second);
    time.pass(Duration.ofSeconds(10));
    return Done.value(outcome);
  }
}
