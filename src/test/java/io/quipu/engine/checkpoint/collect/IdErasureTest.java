package io.quipu.engine.checkpoint.collect;

import static io.quipu.engine.time.Noon.second;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.ids.RunEntry;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.IdKey;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.IdBounds;
import io.quipu.engine.state.IdMerge;
import io.quipu.engine.state.IdRun;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedSettledIds.Call;
import io.quipu.testing.sim.scripted.ScriptedStores;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A page with an id of three counters of two namespaces, each in two runs. */
class IdErasureTest {
  private static final int PAGE = 1;
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");
  private static final CounterName C = new CounterName("other", "a");

  private final ScriptedStores stores = new ScriptedStores();
  private final HandDrivenTime time = new HandDrivenTime();
  private final ErasureSite site =
      new ErasureSite(
          stores.layout,
          stores.all(),
          null,
          page -> {},
          time,
          new CollectionMeters(new SimpleMeterRegistry()));
  private IdRuns runs = IdRuns.NONE;

  @BeforeEach
  void ids() {
    for (int i = 0; i < 2; i++) {
      for (CounterName counter : List.of(A, B, C)) {
        CountedId id = new CountedId("x" + i, second(i).timeuuid(0, 1), 1, 1, 60);
        runs = stores.ids.put(PAGE, runs, counter, id);
      }
    }
  }

  private PageHeader stored(EventTime until) {
    EventTime before = stores.pages.header(PAGE).until();
    PageHeader next = stores.pages.header(PAGE).next(until, runs);
    assertThat(stores.pages.advanced(PAGE, before, next, Map.of())).isTrue();
    return next;
  }

  private boolean erase(Extent extent) {
    return Done.value(new IdErasure(site, PAGE, extent).erase(stored(second(10))));
  }

  private List<IdKey> left() {
    return Stream.of(A, B, C)
        .flatMap(counter -> stores.ids.stored(counter).stream())
        .map(RunEntry::key)
        .toList();
  }

  private IdKey[] keys(CounterName... counters) {
    return Stream.of(counters)
        .flatMap(one -> Stream.of(stores.ids.key(one, "x0"), stores.ids.key(one, "x1")))
        .toArray(IdKey[]::new);
  }

  @Test
  void takesOutTheIdsOfSomeCounters() {
    assertThat(erase(new Extent("votes", List.of("a", "z")))).isTrue();
    assertThat(left()).containsExactlyInAnyOrder(keys(B, C));
  }

  @Test
  void takesOutTheIdsOfANamespace() {
    assertThat(erase(Extent.all("votes"))).isTrue();
    assertThat(left()).containsExactlyInAnyOrder(keys(C));
  }

  @Test
  void readsOnlyFilters_whereNothingIsToBeTakenOut() {
    assertThat(erase(Extent.all("votes#1"))).isTrue();
    assertThat(left()).hasSize(6);
    assertThat(stores.ids.script.calls(Call.READ)).isEqualTo(6);
    assertThat(stores.ids.script.calls(Call.WRITE)).isZero();
  }

  @Test
  void isNotDone_whileRunsAreMerged_orARowMayNotBeDurable() {
    IdRun run = runs.live().get(0);
    IdRuns before = runs;
    runs =
        runs.begun(
            new IdMerge(
                IdRun.ofMerge(run.period(), 2_000, 1, 1, IdBounds.USUAL), List.of(run.number())));
    assertThat(erase(Extent.all("votes"))).isFalse();
    runs = before;
    stores.ids.script.next(Call.WRITE, Fate.ANSWER_LOST);
    assertThat(
            Done.failure(new IdErasure(site, PAGE, Extent.all("other")).erase(stored(second(11)))))
        .isInstanceOf(StoreUnavailable.class);
  }

  @Test
  void looksThroughRunsThatAreNamedMeanwhile() {
    PageHeader header = stored(second(10));
    CountedId id = new CountedId("late", second(5).timeuuid(0, 1), 1, 1, 60);
    runs = stores.ids.put(PAGE, runs, A, id);
    stored(second(11));
    assertThat(Done.<Boolean>value(new IdErasure(site, PAGE, Extent.all("votes")).erase(header)))
        .isTrue();
    assertThat(left()).containsExactlyInAnyOrder(keys(C));
  }
}
