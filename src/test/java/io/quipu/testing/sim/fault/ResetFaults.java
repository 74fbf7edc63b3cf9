package io.quipu.testing.sim.fault;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.testing.sim.Protocol;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Faults in writing, settling and reading resets. */
final class ResetFaults {
  private ResetFaults() {}

  /** Takes what was settled away from the total, and from no window. */
  static final class KeepsWindows extends Protocol {
    private final Map<Integer, Map<CounterName, Tally>> totals = new HashMap<>();
    private final Map<Integer, Map<CounterName, EventTime>> resets = new HashMap<>();

    KeepsWindows() {
      with(Use.SETTLING, EventLog.class, (real, machine) -> new KnownResets(real, resets));
      with(Use.SETTLING, PageStore.class, (real, machine) -> new WindowsKept(real, this));
    }

    private void know(int page, Map<CounterName, CounterState> states) {
      states.forEach(
          (counter, state) ->
              totals.computeIfAbsent(page, any -> new HashMap<>()).put(counter, state.total()));
    }

    private CounterState spoilt(
        int page, EventTime expected, CounterName counter, CounterState state) {
      EventTime at = resets.getOrDefault(page, Map.of()).get(counter);
      if (at == null || at.isBefore(expected) || !at.isBefore(state.until())) {
        return state;
      }
      Tally before = totals.getOrDefault(page, Map.of()).getOrDefault(counter, Tally.ZERO);
      Map<Window, Tally> open = new HashMap<>(state.open());
      Map<Window, Tally> closed = new HashMap<>(state.pending().closed());
      for (Granularity granularity : Granularity.values()) {
        Window window = granularity.windowOf(at);
        (window.end().isAfter(state.until()) ? open : closed).merge(window, before, Tally::plus);
      }
      return new CounterState(
          state.total(),
          state.until(),
          open,
          new PendingFacts(state.pending().isNew(), state.pending().ids(), closed),
          state.retentions());
    }
  }

  record KnownResets(EventLog real, Map<Integer, Map<CounterName, EventTime>> resets) {
    public CompletionStage<Void> slicePage(
        EventPartition partition, int page, CounterRange counters, EventLog.PageSink sink) {
      return real.slicePage(
          partition,
          page,
          counters,
          (counter, at, delta, coalesced, id, window, minute, series) -> {
            if (isReset(id, coalesced)) {
              resets.computeIfAbsent(page, any -> new HashMap<>()).put(counter, EventTime.of(at));
            }
            sink.row(counter, at, delta, coalesced, id, window, minute, series);
          });
    }
  }

  record WindowsKept(PageStore real, KeepsWindows of) {
    public CompletionStage<PageState> readSerial(int page, Collection<CounterName> counters) {
      return real.readSerial(page, counters)
          .thenApply(
              found -> {
                of.know(page, found.counters());
                return found;
              });
    }

    public CompletionStage<CasOutcome> advance(
        int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
      Map<CounterName, CounterState> spoilt = new HashMap<>(changed);
      spoilt.replaceAll((counter, state) -> of.spoilt(page, expected, counter, state));
      of.know(page, changed);
      return real.advance(page, expected, next, spoilt);
    }
  }

  /** Takes away what came within a fifth of a second after a reset, too. */
  static UUID later(EventPartition partition, UUID at) {
    EventTime end = partition.end().plusTicks(-1);
    EventTime later = EventTime.of(at).plusTicks(EventTime.TICKS_PER_SECOND / 5);
    return EventTime.min(later, end).timeuuid(0, 1);
  }

  record LostOnAPage(EventLog real) {
    public CompletionStage<WriteOutcome> append(EventPartition partition, List<CounterRows> rows) {
      return real.append(partition, rows.stream().filter(LostOnAPage::isKept).toList());
    }

    private static boolean isKept(CounterRows rows) {
      EventRow first = rows.rows().get(0);
      return !isReset(first.id(), first.events()) || rows.page() % 2 == 0;
    }
  }

  /** Acknowledges resets as soon as they are durable, wherever the horizon is. */
  static final class AcknowledgedAtOnce extends Protocol {
    @Override
    protected EventTime horizonOfResets(EventTime horizon) {
      return EventTime.MAX;
    }
  }

  /** Leaves out resets that are settled: where rows are counted again. */
  static final class RecountIgnoresThem extends Protocol {
    private EventTime until = EventTime.MIN;

    RecountIgnoresThem() {
      with(Use.READING, PageStore.class, (real, machine) -> new KnownPage(real, this));
      with(
          Use.READING,
          EventLog.class,
          (real, machine) ->
              new ToldResets(
                  real, (partition, at) -> EventTime.of(at).isBefore(until) ? null : at));
    }
  }

  record KnownPage(PageStore real, RecountIgnoresThem of) {
    public CompletionStage<PageState> readSerial(int page, Collection<CounterName> counters) {
      return real.readSerial(page, counters)
          .thenApply(
              found -> {
                of.until = found.header().until();
                return found;
              });
    }
  }

  private static boolean isReset(@Nullable String id, int events) {
    return id == null && EventRow.isReset(events);
  }

  /**
   * Tells readers of resets at other times.
   *
   * @param told when; null to leave one out
   */
  record ToldResets(EventLog real, BiFunction<EventPartition, UUID, @Nullable UUID> told) {
    public CompletionStage<Void> slice(
        EventPartition partition,
        int page,
        CounterName counter,
        EventTime from,
        EventTime before,
        EventLog.RowSink sink) {
      return real.slice(
          partition,
          page,
          counter,
          from,
          before,
          (at, delta, coalesced, id, window, minute, series) -> {
            UUID as = isReset(id, coalesced) ? told.apply(partition, at) : at;
            if (as != null) {
              sink.row(as, delta, coalesced, id, window, minute, series);
            }
          });
    }
  }
}
