package io.quipu.checkpoint;

import io.quipu.counter.CounterName;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.dedup.RowRule;
import io.quipu.page.CountedId;
import io.quipu.page.CounterState;
import io.quipu.page.Layout;
import io.quipu.page.WindowPartition;
import io.quipu.store.ClosedWindows;
import io.quipu.store.ClosedWindows.Closed;
import io.quipu.store.CounterNames;
import io.quipu.store.SettledIds.Counted;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.WriteOutcome;
import io.quipu.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Writes what a step has decided to where others find it. Facts never change, so writing them twice
 * does no harm: whoever takes a page over exports its last step again. Confined to one context.
 */
final class FactExport {
  private static final int AT_ONCE = 16;

  private final Layout layout;
  private final RowRule rules;
  private final ClosedWindows windows;
  private final CounterNames names;

  FactExport(Layout layout, RowRule rules, ClosedWindows windows, CounterNames names) {
    this.layout = layout;
    this.rules = rules;
    this.windows = windows;
    this.names = names;
  }

  /**
   * Writes all that is pending in the given states. Completes when everything is durable on a
   * quorum; fails with the store unavailable otherwise.
   */
  CompletionStage<Void> export(int page, Map<CounterName, CounterState> states) {
    List<Counted> countedIds = new ArrayList<>();
    Map<WindowPartition, List<Closed>> closed = new TreeMap<>();
    List<CounterName> fresh = new ArrayList<>();
    states.forEach(
        (counter, state) -> {
          for (CountedId id : state.pending().ids()) {
            countedIds.add(new Counted(counter, id));
          }
          for (Map.Entry<Window, Tally> window : state.pending().closed().entrySet()) {
            closed
                .computeIfAbsent(
                    WindowPartition.of(page, window.getKey()), any -> new ArrayList<>())
                .add(new Closed(counter, window.getKey(), window.getValue()));
          }
          if (state.pending().isNew()) {
            fresh.add(counter);
          }
        });
    List<Supplier<CompletionStage<WriteOutcome>>> writes =
        new ArrayList<>(rules.exports(page, countedIds));
    closed.forEach((partition, some) -> writes.add(() -> windows.write(partition, some)));
    if (!fresh.isEmpty()) {
      writes.add(() -> names.enter(layout.part(page), fresh));
    }
    return BoundedConcurrency.forEach(
        AT_ONCE, writes, write -> write.get().thenAccept(FactExport::requireWritten));
  }

  private static void requireWritten(WriteOutcome outcome) {
    if (outcome != WriteOutcome.WRITTEN) {
      throw new StoreUnavailable("facts of a settled step could not be written", null);
    }
  }
}
