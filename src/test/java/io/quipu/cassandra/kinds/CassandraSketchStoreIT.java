package io.quipu.cassandra.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.kinds.sketch.Shard;
import io.quipu.engine.kinds.sketch.SketchStore;
import io.quipu.engine.kinds.sketch.SketchStoreContract;
import io.quipu.engine.kinds.sketch.SketchTally;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.names.Series;
import io.quipu.engine.store.Extent;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowRun;
import io.quipu.engine.writer.EndedWriters;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraSketchStoreIT extends SketchStoreContract {
  private static final WindowRun DAYS =
      new WindowRun(new Window(Granularity.DAY, 0), new Window(Granularity.DAY, 86_400));

  private final StoreSession stores;

  CassandraSketchStoreIT(StoreSession stores) {
    this.stores = stores;
  }

  @Override
  protected SketchStore sketches() {
    return stores.owned(SketchStore.class, CassandraSketchStore::new);
  }

  @Override
  protected Executor owner() {
    return stores.context;
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stores.await(stage);
  }

  @Test
  void deletesCountersWithTheirWindowsAndSeries_andNoOthers() {
    SketchStore store = sketches();
    String stored = "erased";
    List<CounterName> counters =
        List.of(
            new CounterName(stored, "a"),
            new CounterName(stored, "b"),
            CounterName.ofStored(stored + "#1", "a"),
            new CounterName("un" + stored, "a"));
    counters.forEach(counter -> states(counter).forEach(state -> fill(store, state)));

    await(store.erase(new Extent(stored, List.of("a"))));
    assertThat(left(store, counters)).isEqualTo(counters.subList(1, 4));
    await(store.erase(Extent.all(stored)));
    assertThat(left(store, counters)).isEqualTo(counters.subList(2, 4));
    await(store.erase(Extent.all(stored + "#1")));
    assertThat(left(store, counters)).isEqualTo(counters.subList(3, 4));
  }

  /** More series than are deleted together. */
  @Test
  void deletesACounterWithManySeries() {
    SketchStore store = sketches();
    CounterName counter = new CounterName("many", "a");
    for (int i = 0; i < 1_100; i++) {
      CounterName series = series(counter, "c" + i);
      await(store.enter(7, new DerivedName(series, DAYS.first())));
    }
    assertThat(await(store.series(counter, 0, "", 2_000))).hasSize(1_100);
    await(store.erase(new Extent("many", List.of("a"))));
    assertThat(await(store.series(counter, 0, "", 2_000))).isEmpty();
    for (int i = 0; i < 1_100; i += 100) {
      assertThat(await(store.derived(series(counter, "c" + i), DAYS))).isEmpty();
    }
  }

  private static List<DerivedName> states(CounterName counter) {
    return Stream.of(counter, series(counter, "de"), series(counter, ""))
        .flatMap(
            one ->
                Stream.of(
                    DerivedName.whole(one),
                    new DerivedName(one, DAYS.first()),
                    new DerivedName(one, DAYS.last())))
        .toList();
  }

  private static CounterName series(CounterName counter, String value) {
    return counter.with(new Series(0, List.of(value)).key());
  }

  private void fill(SketchStore store, DerivedName state) {
    ByteBuffer blob = ByteBuffer.wrap(new byte[] {1});
    await(store.announce(7, state));
    if (state.isDerived()) {
      await(store.enter(7, state));
    }
    await(store.write(state, 7, new Shard(1, blob)));
    await(
        store.advance(
            state, SketchTally.NONE, new SketchTally(1, EndedWriters.NONE, Optional.of(blob))));
  }

  /** Counters of which everything is left; fails if only a part is. */
  private List<CounterName> left(SketchStore store, List<CounterName> counters) {
    List<CounterName> left = new ArrayList<>();
    for (CounterName counter : counters) {
      Set<Boolean> there = new HashSet<>();
      there.add(await(store.series(counter, 0, "", 9)).size() == 2);
      for (DerivedName state : states(counter)) {
        there.add(await(store.derived(state.counter(), DAYS)).size() == 2);
        there.add(!await(store.shards(state)).isEmpty());
        there.add(!await(store.tally(state)).equals(SketchTally.NONE));
      }
      assertThat(there).as("%s", counter).hasSize(1);
      if (there.contains(true)) {
        left.add(counter);
      }
    }
    return left;
  }
}
