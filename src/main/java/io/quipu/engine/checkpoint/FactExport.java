package io.quipu.engine.checkpoint;

import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.ClosedWindows.Closed;
import io.quipu.engine.store.ClosedWindows.Supplement;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Exports the facts of a step: counted ids, closed windows, supplements, and names of new counters.
 * Facts never change, so a second export is harmless. A settler that begins to settle a page
 * repeats the last export. Confined to one context.
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
   * Writes the pending facts of the given states. Completes when all these facts are durable on a
   * quorum. Fails with the store unavailable if a fact may not be durable.
   *
   * @param header the header that the step wrote
   */
  CompletionStage<Void> export(int page, PageHeader header, Map<CounterName, CounterState> states) {
    List<Counted> countedIds = new ArrayList<>();
    Map<WindowPartition, List<Closed>> closed = new TreeMap<>();
    Map<WindowPartition, List<Supplement>> supplements = new TreeMap<>();
    List<CounterName> fresh = new ArrayList<>();
    states.forEach(
        (counter, state) -> {
          for (CountedId id : state.pending().ids()) {
            countedIds.add(new Counted(counter, id));
          }
          for (Map.Entry<Window, Tally> window : state.pending().closed().entrySet()) {
            closed
                .computeIfAbsent(Table.CLOSED.of(page, window.getKey()), any -> new ArrayList<>())
                .add(new Closed(counter, window.getKey(), window.getValue()));
          }
          state
              .pending()
              .supplements()
              .forEach(
                  (window, tally) ->
                      supplements
                          .computeIfAbsent(
                              Table.SUPPLEMENTS.of(page, window), any -> new ArrayList<>())
                          .add(new Supplement(counter, window, state.until(), tally)));
          if (state.pending().isNew() && !counter.isSeries()) {
            fresh.add(counter);
          }
        });
    List<Supplier<CompletionStage<WriteOutcome>>> writes = new ArrayList<>();
    if (!countedIds.isEmpty()) {
      writes.addAll(rules.exports(page, header, countedIds));
    }
    closed.forEach((partition, some) -> writes.add(() -> windows.write(partition, some)));
    supplements.forEach(
        (partition, some) -> writes.add(() -> windows.writeSupplements(partition, some)));
    if (!fresh.isEmpty()) {
      writes.add(() -> names.enter(layout.part(page), fresh));
    }
    return BoundedConcurrency.forEach(
        AT_ONCE,
        writes,
        write ->
            write
                .get()
                .thenAccept(
                    outcome -> outcome.require("facts of a settled step could not be written")));
  }
}
