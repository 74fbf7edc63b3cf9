package io.quipu.engine.checkpoint;

import static io.quipu.engine.time.Noon.NOON;
import static io.quipu.engine.time.Noon.second;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.HandMadeStep;
import io.quipu.engine.store.TestRows;
import io.quipu.engine.time.HurriedTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedPageStore;
import io.quipu.testing.sim.scripted.ScriptedSettledIds;
import io.quipu.testing.sim.scripted.ScriptedStores;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AllPagesTest {
  private static final Layout LAYOUT = TestLayout.SMALL;
  private static final List<CounterName> COUNTERS =
      IntStream.range(0, 20).mapToObj(i -> new CounterName("default", "c" + i)).toList();

  private final ScriptedStores stores = new ScriptedStores(LAYOUT);
  private final HurriedTime time = new HurriedTime();
  private final AllPages all =
      new AllPages(stores.all(), LAYOUT, TestRows.plenty(), time, time, NOON);
  private final HandMadeStep step = new HandMadeStep(stores.pages, NOON);

  @Test
  void settlesEverythingBeforeTheHorizon_againAndAgain() {
    for (int round = 1; round <= 3; round++) {
      record(round);
      assertThat(all.settle(second(round + 1)).toCompletableFuture()).isCompleted();
      Tally settled = Tally.of(round, round);
      assertThat(COUNTERS).allSatisfy(one -> assertThat(stored(one).total()).isEqualTo(settled));
    }
    assertThat(stores.names.entered()).containsExactlyInAnyOrderElementsOf(COUNTERS);
    assertThat(stores.ids.stored(COUNTERS.get(0))).hasSize(3);
  }

  @Test
  void isDoneWhenTheFactsAreDurable() {
    record(1);
    stores.ids.script.next(ScriptedSettledIds.Call.WRITE, Fate.NEVER_APPLIED);
    assertThat(all.settle(second(2)).toCompletableFuture()).isCompletedExceptionally();
    assertThat(all.settle(second(2)).toCompletableFuture()).isCompleted();
    assertThat(stores.ids.stored(COUNTERS.get(0))).hasSize(1);
  }

  @Test
  void aHandMadeStepPassesATick_orBeginsAPage() {
    CounterName counter = COUNTERS.get(0);
    int page = LAYOUT.page(counter);
    for (int steps = 1; steps <= 2; steps++) {
      CounterState wanted = state(Tally.of(steps, steps), NOON);
      step.take(page, List.of(), (before, until) -> Map.of(counter, wanted));
      assertThat(stored(counter)).isEqualTo(wanted);
      assertThat(stores.pages.header(page).until()).isEqualTo(NOON.plusTicks(steps - 1));
    }
  }

  @Test
  void aHandMadeStepIsTakenAgain_whenItIsSuperseded_andSupersedesOthers() {
    record(1);
    all.settle(second(2));
    CounterName counter = COUNTERS.get(0);
    int page = LAYOUT.page(counter);
    stores.pages.script.next(ScriptedPageStore.Call.ADVANCE, Fate.NEVER_APPLIED);
    step.take(
        page,
        List.of(counter),
        (before, until) -> Map.of(counter, state(Tally.of(9, 9), before.of(counter).until())));
    assertThat(stored(counter).total()).isEqualTo(Tally.of(9, 9));

    record(2);
    assertThat(all.settle(second(3)).toCompletableFuture()).isCompletedExceptionally();
  }

  private static CounterState state(Tally total, EventTime until) {
    CounterState none = CounterState.NONE;
    return new CounterState(total, until, none.open(), none.pending(), none.retentions());
  }

  private void record(int second) {
    for (CounterName counter : COUNTERS) {
      stores.events.put(
          counter, second(second).plusTicks(1), 1, "id-" + second, DeduplicationWindow.USUAL);
    }
  }

  private CounterState stored(CounterName counter) {
    return stores.pages.stored(LAYOUT.page(counter), counter);
  }
}
