package io.quipu.engine.checkpoint;

import static io.quipu.engine.time.Noon.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.checkpoint.dedup.Deduplication;
import io.quipu.engine.ids.RunEntry;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.IdBounds;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedClosedWindows;
import io.quipu.testing.sim.scripted.ScriptedCounterNames;
import io.quipu.testing.sim.scripted.ScriptedSettledIds;
import io.quipu.testing.sim.scripted.ScriptedStores;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FactExportTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");
  private static final int PAGE = 3;
  private static final Window MINUTE = Granularity.MINUTE.windowOf(NOON);
  private static final Window NEXT_HOUR =
      Granularity.HOUR.windowOf(NOON.plusTicks(36_000_000_000L));
  private static final CountedId X = id("x", 1, 60);
  private static final CountedId Y = id("y", 2, DeduplicationWindow.FOREVER);
  private static final Map<CounterName, CounterState> STATES =
      Map.of(
          A, state(new PendingFacts(true, List.of(X, Y), Map.of(MINUTE, Tally.of(2, 2)))),
          B, state(new PendingFacts(false, List.of(), Map.of(NEXT_HOUR, Tally.of(7, 1)))));

  private static final PageHeader HEADER =
      PageHeader.NONE.next(NOON, IdRuns.NONE.counted(1, List.of(X, Y), IdBounds.USUAL));

  private final ScriptedStores stores = new ScriptedStores();
  private final FactExport export =
      new FactExport(
          stores.layout,
          new Deduplication(stores.layout, stores.all()),
          stores.windows,
          stores.names);

  private static CountedId id(String id, long tick, int window) {
    return new CountedId(id, NOON.plusTicks(tick).timeuuid(0, 1), 1, 1, window);
  }

  private static CounterState state(PendingFacts pending) {
    return new CounterState(Tally.of(9, 9), NOON, Map.of(), pending, 0);
  }

  private CompletionStage<Void> export() {
    return export.export(PAGE, HEADER, STATES);
  }

  @Test
  void writesIdsWindowsAndNewNames_andMayBeRepeated() {
    for (int i = 0; i < 2; i++) {
      Done.value(export());
      requireExported();
      assertThat(Done.value(stores.names.list("votes", NameRange.ALL, 10))).containsExactly(A);
    }
  }

  private void requireExported() {
    assertThat(stores.ids.stored(A))
        .extracting(RunEntry::at)
        .containsExactlyInAnyOrder(X.at(), Y.at());
    assertThat(stores.ids.stored(B)).isEmpty();
    assertThat(stores.windows.stored(A)).isEqualTo(Map.of(MINUTE, Tally.of(2, 2)));
    assertThat(stores.windows.stored(B)).isEqualTo(Map.of(NEXT_HOUR, Tally.of(7, 1)));
  }

  @ParameterizedTest
  @EnumSource(names = {"ANSWER_LOST", "NEVER_APPLIED", "LATE", "REFUSED"})
  void isNotDone_unlessEverythingIsCertainlyWritten(Fate fate) {
    stores.ids.script.next(ScriptedSettledIds.Call.WRITE, Fate.ANSWERED, fate);
    assertThat(Done.failure(export())).isInstanceOf(StoreUnavailable.class);
    stores.windows.script.next(ScriptedClosedWindows.Call.WRITE, fate);
    assertThat(Done.failure(export())).isInstanceOf(StoreUnavailable.class);
    stores.names.script.next(ScriptedCounterNames.Call.ENTER, fate);
    assertThat(Done.failure(export())).isInstanceOf(StoreUnavailable.class);
    Done.value(export());
    requireExported();
  }

  @Test
  void isDoneWhenTheLastIsWritten() {
    stores.windows.script.hold(ScriptedClosedWindows.Call.WRITE, true);
    CompletionStage<Void> done = export();
    stores.windows.script.held().get(1).answered();
    assertThat(done.toCompletableFuture()).isNotDone();
    stores.windows.script.held().get(0).answered();
    Done.value(done);
  }

  @Test
  void writesNothing_whereNothingIsPending() {
    Done.value(export.export(PAGE, HEADER, Map.of(A, STATES.get(A).exported())));
    assertThat(stores.ids.script.calls()).isEmpty();
    assertThat(stores.windows.script.calls()).isEmpty();
    assertThat(stores.names.script.calls()).isEmpty();
  }
}
