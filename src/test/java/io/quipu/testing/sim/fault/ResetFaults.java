package io.quipu.testing.sim.fault;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.CounterState;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.PageHeader;
import io.quipu.engine.model.PendingFacts;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventRow;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.cassandra.Driver;
import io.quipu.testing.sim.core.Machine;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Faults in writing, settling and reading resets. */
final class ResetFaults {
  private ResetFaults() {}

  /** Takes what was settled away from the total, and from no window. */
  static final class KeepsWindows extends Protocol {
    private final Map<Integer, Map<CounterName, Tally>> totals = new HashMap<>();
    private final Map<Integer, Map<CounterName, EventTime>> resets = new HashMap<>();

    @Override
    protected EventLog events(Use use, Machine machine, EventLog events) {
      return use == Use.SETTLING
          ? new ForwardingEventLog(events) {
            @Override
            public CompletionStage<Void> slicePage(
                EventPartition partition, int page, PageSink sink) {
              return real.slicePage(
                  partition,
                  page,
                  (counter, at, delta, coalesced, id, window) -> {
                    if (isReset(id, coalesced)) {
                      resets
                          .computeIfAbsent(page, any -> new HashMap<>())
                          .put(counter, EventTime.of(at));
                    }
                    sink.row(counter, at, delta, coalesced, id, window);
                  });
            }
          }
          : events;
    }

    @Override
    protected PageStore pages(Use use, Machine machine, PageStore pages, Driver driver) {
      return use == Use.SETTLING
          ? new ForwardingPages(pages) {
            @Override
            public CompletionStage<PageState> readSerial(
                int page, Collection<CounterName> counters) {
              return real.readSerial(page, counters)
                  .thenApply(
                      found -> {
                        know(page, found.counters());
                        return found;
                      });
            }

            @Override
            public CompletionStage<CasOutcome> advance(
                int page,
                EventTime expected,
                PageHeader next,
                Map<CounterName, CounterState> changed) {
              Map<CounterName, CounterState> spoilt = new HashMap<>(changed);
              spoilt.replaceAll((counter, state) -> spoilt(page, expected, counter, state));
              know(page, changed);
              return real.advance(page, expected, next, spoilt);
            }
          }
          : pages;
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

  /** Takes away what came within a fifth of a second after a reset, too. */
  static final class TakesLaterEvents extends Protocol {
    private static final long LATER = EventTime.TICKS_PER_SECOND / 5;

    @Override
    protected EventLog events(Use use, Machine machine, EventLog events) {
      return use == Use.READING
          ? new SpoiltSlices(events) {
            @Override
            @Nullable UUID spoilt(EventPartition partition, UUID at) {
              EventTime end = partition.end().plusTicks(-1);
              return EventTime.min(EventTime.of(at).plusTicks(LATER), end).timeuuid(0, 1);
            }
          }
          : events;
    }
  }

  /** Acknowledges a reset that is not on all pages of its counter. */
  static final class LostOnAPage extends Protocol {
    @Override
    protected EventLog events(Use use, Machine machine, EventLog events) {
      return use == Use.RECORDING
          ? new ForwardingEventLog(events) {
            @Override
            public CompletionStage<WriteOutcome> append(
                EventPartition partition, List<CounterRows> rows) {
              return real.append(partition, rows.stream().filter(LostOnAPage::isKept).toList());
            }
          }
          : events;
    }

    private static boolean isKept(EventLog.CounterRows rows) {
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

  /** Leaves resets out of tails. */
  static final class TailIgnoresThem extends Protocol {
    @Override
    protected EventLog events(Use use, Machine machine, EventLog events) {
      return use == Use.READING
          ? new SpoiltSlices(events) {
            @Override
            @Nullable UUID spoilt(EventPartition partition, UUID at) {
              return null;
            }
          }
          : events;
    }
  }

  /** Leaves out resets that are settled: where rows are counted again. */
  static final class RecountIgnoresThem extends Protocol {
    private EventTime until = EventTime.MIN;

    @Override
    protected PageStore pages(Use use, Machine machine, PageStore pages, Driver driver) {
      return use == Use.READING
          ? new ForwardingPages(pages) {
            @Override
            public CompletionStage<PageState> readSerial(
                int page, Collection<CounterName> counters) {
              return real.readSerial(page, counters)
                  .thenApply(
                      found -> {
                        until = found.header().until();
                        return found;
                      });
            }
          }
          : pages;
    }

    @Override
    protected EventLog events(Use use, Machine machine, EventLog events) {
      return use == Use.READING
          ? new SpoiltSlices(events) {
            @Override
            @Nullable UUID spoilt(EventPartition partition, UUID at) {
              return EventTime.of(at).isBefore(until) ? null : at;
            }
          }
          : events;
    }
  }

  private static boolean isReset(@Nullable String id, int events) {
    return id == null && EventRow.isReset(events);
  }

  /** Tells readers of resets at other times. */
  private abstract static class SpoiltSlices extends ForwardingEventLog {
    private SpoiltSlices(EventLog real) {
      super(real);
    }

    /** Null to leave it out. */
    abstract @Nullable UUID spoilt(EventPartition partition, UUID at);

    @Override
    public CompletionStage<Void> slice(
        EventPartition partition,
        int page,
        CounterName counter,
        EventTime from,
        EventTime before,
        RowSink sink) {
      return real.slice(
          partition,
          page,
          counter,
          from,
          before,
          (at, delta, coalesced, id, window) -> {
            UUID told = isReset(id, coalesced) ? spoilt(partition, at) : at;
            if (told != null) {
              sink.row(told, delta, coalesced, id, window);
            }
          });
    }
  }
}
